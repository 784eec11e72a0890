import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [
      screenPart(() => import('./RoleMappings.tsx'), 'RoleMappings'),
      '/admin/user-roles-mapping',
      '/admin/user-roles-mapping/create',
      '/admin/user-roles-mapping/$userId/edit',
      '/admin/user-roles-mapping/$userId/view',
      '/admin/users/$userId/roles',
      '/admin/user-module-permissions/$userId/roles',
    ],
    [
      screenPart(() => import('./UserPermissions.tsx'), 'UserPermissions'),
      '/admin/users/$userId/permissions',
      '/admin/user-module-permissions/$userId/permissions',
    ],
  ],
}
