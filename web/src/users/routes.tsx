import { lazyRouteComponent, useMatch } from '@tanstack/react-router'
import type { ScreenRoute } from '../lib/screen-route.ts'

const list = lazyRouteComponent(() => import('./UserList.tsx'), 'UserList')
const form = lazyRouteComponent(() => import('./UserForm.tsx'), 'UserForm')

export const userRoutes: ScreenRoute[] = ['/admin/users', '/admin/user-module-permissions'].flatMap((base) => [
  { path: base, component: list },
  { path: `${base}/create`, component: form },
  { path: `${base}/$id`, component: form },
  { path: `${base}/$id/edit`, component: form },
])

/** The user screens are reached by two addresses; their links stay under the one that was opened. */
export const useUsersPath = () =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.split('/').slice(0, 3).join('/') })
