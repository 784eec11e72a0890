import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [
      lazyScreen(() => import('./RoleMappings.tsx'), 'RoleMappings'),
      '/admin/user-roles-mapping',
      '/admin/user-roles-mapping/create',
      '/admin/user-roles-mapping/$userId/edit',
      '/admin/user-roles-mapping/$userId/view',
      '/admin/users/$userId/roles',
      '/admin/user-module-permissions/$userId/roles',
    ],
    [
      lazyScreen(() => import('./UserPermissions.tsx'), 'UserPermissions'),
      '/admin/users/$userId/permissions',
      '/admin/user-module-permissions/$userId/permissions',
    ],
  ],
}
