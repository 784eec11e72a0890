import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ModuleList.tsx'), 'ModuleList'), '/admin/modules'],
    [
      lazyScreen(() => import('./ModuleForm.tsx'), 'ModuleForm'),
      '/admin/modules/create',
      '/admin/modules/edit/$id',
      '/admin/modules/$id',
      // The path of the Edit button on a view screen, the same for all records.
      '/admin/modules/$id/edit',
    ],
  ],
}
