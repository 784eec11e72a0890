import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./OfficeList.tsx'), 'OfficeList'), '/contracts/offices'],
    [
      lazyScreen(() => import('./OfficeForm.tsx'), 'OfficeForm'),
      '/contracts/offices/create',
      '/contracts/offices/$id',
      '/contracts/offices/$id/edit',
    ],
  ],
}
