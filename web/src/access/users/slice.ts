import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

/** The screens of people have two addresses each. */
export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./UserList.tsx'), 'UserList'), '/admin/users', '/admin/user-module-permissions'],
    [
      lazyScreen(() => import('./UserForm.tsx'), 'UserForm'),
      '/admin/users/create',
      '/admin/users/$id',
      '/admin/users/$id/edit',
      '/admin/user-module-permissions/create',
      '/admin/user-module-permissions/$id',
      '/admin/user-module-permissions/$id/edit',
    ],
  ],
}
