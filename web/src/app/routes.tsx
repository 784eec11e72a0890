import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { authRoutes } from '../auth/routes.tsx'
import { contractRoutes } from '../contracts/routes.tsx'
import { depositRoutes } from '../deposits/routes.tsx'
import type { ScreenRoute } from '../lib/screen-route.ts'
import { currentUser } from '../lib/session.ts'
import { pageRoutes } from '../pages/routes.tsx'
import { projectRoutes } from '../projects/routes.tsx'
import { taskRoutes } from '../tasks/routes.tsx'
import { Layout } from './Layout.tsx'

/** Every screen of the product: a slice is registered by one line here. */
const screens: ScreenRoute[] = [
  ...pageRoutes,
  ...authRoutes,
  ...contractRoutes,
  ...depositRoutes,
  ...projectRoutes,
  ...taskRoutes,
]

const root = createRootRoute({ component: Layout })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Outlet,
  beforeLoad: () => {
    if (currentUser() === null) throw redirect({ to: '/' })
  },
})

function routeOf(screen: ScreenRoute) {
  if ('redirectTo' in screen)
    return createRoute({
      getParentRoute: () => signedIn,
      path: screen.path,
      beforeLoad: () => {
        throw redirect({ to: screen.redirectTo, search: true, replace: true })
      },
    })
  const { path, component, open } = screen
  return createRoute({ getParentRoute: () => (open ? root : signedIn), path, component })
}

const isOpen = (screen: ScreenRoute) => 'open' in screen

export const routeTree = root.addChildren([
  ...screens.filter(isOpen).map(routeOf),
  signedIn.addChildren(screens.filter((screen) => !isOpen(screen)).map(routeOf)),
])
