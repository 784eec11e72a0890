import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./OfficeList.tsx'), 'OfficeList'), '/contracts/offices'],
    [
      screenPart(() => import('./OfficeForm.tsx'), 'OfficeForm'),
      '/contracts/offices/create',
      '/contracts/offices/$id',
      '/contracts/offices/$id/edit',
    ],
  ],
}
