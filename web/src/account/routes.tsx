import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

export const accountRoutes: ScreenRoute[] = [
  { path: '/account', component: lazyRouteComponent(() => import('./AccountView.tsx'), 'AccountView') },
]
