import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./ProjectList.tsx'), 'ProjectList')
const form = lazyRouteComponent(() => import('./ProjectForm.tsx'), 'ProjectForm')

export const projectRoutes: ScreenRoute[] = [
  { path: '/projects', component: list },
  { path: '/projects/list', component: list },
  { path: '/projects/create', component: form },
  { path: '/projects/$id', component: form },
  { path: '/projects/$id/edit', component: form },
]
