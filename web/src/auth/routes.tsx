import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

export const authRoutes: ScreenRoute[] = [
  { path: '/login', component: lazyRouteComponent(() => import('./Login.tsx'), 'Login'), open: true },
]
