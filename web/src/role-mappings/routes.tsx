import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const mappings = lazyRouteComponent(() => import('./RoleMappings.tsx'), 'RoleMappings')
const permissions = lazyRouteComponent(() => import('./UserPermissions.tsx'), 'UserPermissions')

const base = '/admin/user-roles-mapping'
const ofUser = ['/admin/users/$userId', '/admin/user-module-permissions/$userId']

export const roleMappingRoutes: ScreenRoute[] = [
  ...[base, `${base}/create`, `${base}/$userId/edit`, `${base}/$userId/view`].map((path) => ({
    path,
    component: mappings,
  })),
  ...ofUser.map((user) => ({ path: `${user}/roles`, component: mappings })),
  ...ofUser.map((user) => ({ path: `${user}/permissions`, component: permissions })),
]
