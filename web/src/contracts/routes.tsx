import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./ContractList.tsx'), 'ContractList')
const form = lazyRouteComponent(() => import('./ContractForm.tsx'), 'ContractForm')

export const contractRoutes: ScreenRoute[] = [
  { path: '/contracts', redirectTo: '/contracts/list' },
  { path: '/contracts/list', component: list },
  { path: '/contracts/create', component: form },
  { path: '/contracts/$id', component: form },
  { path: '/contracts/$id/edit', component: form },
]
