import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./TenantList.tsx'), 'TenantList')
const form = lazyRouteComponent(() => import('./TenantForm.tsx'), 'TenantForm')

export const tenantRoutes: ScreenRoute[] = [
  { path: '/admin/tenants', component: list },
  { path: '/admin/tenants/create', component: form },
  { path: '/admin/tenants/$id', component: form },
  { path: '/admin/tenants/$id/edit', component: form },
]
