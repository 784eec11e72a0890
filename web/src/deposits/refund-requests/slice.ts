import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./RequestList.tsx'), 'RequestList'), '/contracts/refund-requests'],
    [
      lazyScreen(() => import('./WriteRequest.tsx'), 'WriteRequest'),
      '/contracts/refund-requests/create',
      '/contracts/refund-requests/$id/edit',
    ],
    [lazyScreen(() => import('./RequestPage.tsx'), 'RequestPage'), '/contracts/refund-requests/$id'],
  ],
}
