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
      // Where the Edit button of a record that is read leads, as everywhere.
      '/admin/modules/$id/edit',
    ],
  ],
}
