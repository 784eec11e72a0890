import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const underConstruction = lazyRouteComponent(() => import('./DeadEnds.tsx'), 'UnderConstruction')

const unbuilt = [
  '/payroll',
  '/attendance',
  '/general-tasks',
  '/tasks',
  '/estimations',
  '/reports',
  '/notification',
  '/reminders',
  '/gst',
  '/vehicles/$',
  '/vehicle-insurance/$',
  '/payments/$',
]

export const pageRoutes: ScreenRoute[] = [
  { path: '/', component: lazyRouteComponent(() => import('./Home.tsx'), 'Home'), open: true },
  { path: '/about', component: lazyRouteComponent(() => import('./About.tsx'), 'About'), open: true },
  { path: '/contact', component: underConstruction, open: true },
  {
    path: '/unauthorized',
    component: lazyRouteComponent(() => import('./DeadEnds.tsx'), 'Unauthorized'),
    open: true,
  },
  { path: '/attendane', redirectTo: '/attendance' },
  ...unbuilt.map((path) => ({ path, component: underConstruction })),
]
