import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const tree = lazyRouteComponent(() => import('./TaskSearch.tsx'), 'ProjectTasks')
const inventory = lazyRouteComponent(() => import('./TaskSearch.tsx'), 'InventoryTasks')
const form = lazyRouteComponent(() => import('./TaskForm.tsx'), 'TaskForm')

export const taskRoutes: ScreenRoute[] = [
  { path: '/project-tasks', redirectTo: '/project-tasks/list' },
  { path: '/project-tasks/list', component: tree },
  { path: '/project-tasks/create', component: form },
  { path: '/project-tasks/$id', component: form },
  { path: '/project-tasks/$id/edit', component: form },
  { path: '/inventories/$', component: inventory },
]
