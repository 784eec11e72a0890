import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./ModuleList.tsx'), 'ModuleList')
const form = lazyRouteComponent(() => import('./ModuleForm.tsx'), 'ModuleForm')

export const moduleRoutes: ScreenRoute[] = [
  { path: '/admin/modules', component: list },
  { path: '/admin/modules/create', component: form },
  { path: '/admin/modules/edit/$id', component: form },
  { path: '/admin/modules/$id', component: form },
  // Where the Edit button of a record that is read leads, as everywhere.
  { path: '/admin/modules/$id/edit', component: form },
]
