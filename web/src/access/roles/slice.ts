import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./RoleList.tsx'), 'RoleList'), '/admin/roles'],
    [
      screenPart(() => import('./RoleForm.tsx'), 'RoleForm'),
      '/admin/roles/create',
      '/admin/roles/$id/view',
      '/admin/roles/$id/edit',
    ],
  ],
}
