import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./RoleList.tsx'), 'RoleList'), '/admin/roles'],
    [
      lazyScreen(() => import('./RoleForm.tsx'), 'RoleForm'),
      '/admin/roles/create',
      '/admin/roles/$id/view',
      '/admin/roles/$id/edit',
    ],
  ],
}
