import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./RoleList.tsx'), 'RoleList')
const form = lazyRouteComponent(() => import('./RoleForm.tsx'), 'RoleForm')

export const roleRoutes: ScreenRoute[] = [
  { path: '/admin/roles', component: list },
  { path: '/admin/roles/create', component: form },
  { path: '/admin/roles/$id/view', component: form },
  { path: '/admin/roles/$id/edit', component: form },
]
