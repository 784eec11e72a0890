import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./RequestList.tsx'), 'RequestList'), '/contracts/refund-requests'],
    [
      screenPart(() => import('./WriteRequest.tsx'), 'WriteRequest'),
      '/contracts/refund-requests/create',
      '/contracts/refund-requests/$id/edit',
    ],
    [screenPart(() => import('./RequestPage.tsx'), 'RequestPage'), '/contracts/refund-requests/$id'],
  ],
}
