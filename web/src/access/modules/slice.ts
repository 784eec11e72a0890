import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ModuleList.tsx'), 'ModuleList'), '/admin/modules'],
    [
      screenPart(() => import('./ModuleForm.tsx'), 'ModuleForm'),
      '/admin/modules/create',
      '/admin/modules/edit/$id',
      '/admin/modules/$id',
      // The path of the Edit button on a view screen, the same for all records.
      '/admin/modules/$id/edit',
    ],
  ],
}
