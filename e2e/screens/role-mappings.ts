import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  administration: [
    '/admin/users/:user/roles',
    '/admin/users/:user/permissions',
    '/admin/user-module-permissions',
    '/admin/user-roles-mapping',
    '/admin/user-roles-mapping/create',
    '/admin/user-roles-mapping/:user/edit',
    '/admin/user-roles-mapping/:user/view',
  ],
  shown: ['/admin/users/:user/permissions', '/admin/user-module-permissions'],
}
