import { createRootRoute, createRoute, Navigate, Outlet, redirect, useLocation } from '@tanstack/react-router'
import { accountRoutes } from '../account/routes.tsx'
import { authRoutes } from '../auth/routes.tsx'
import { contractRoutes } from '../contracts/routes.tsx'
import { depositRoutes } from '../deposits/routes.tsx'
import type { ScreenRoute } from '../lib/screen-route.ts'
import { currentUser, useUser } from '../lib/session.ts'
import { moduleRoutes } from '../modules/routes.tsx'
import { pageRoutes } from '../pages/routes.tsx'
import { projectRoutes } from '../projects/routes.tsx'
import { roleMappingRoutes } from '../role-mappings/routes.tsx'
import { roleRoutes } from '../roles/routes.tsx'
import { taskRoutes } from '../tasks/routes.tsx'
import { tenantRoutes } from '../tenants/routes.tsx'
import { userRoutes } from '../users/routes.tsx'
import { Layout } from './Layout.tsx'

/** Every screen of the product: a slice is registered by one line here. */
const screens: ScreenRoute[] = [
  ...pageRoutes,
  ...authRoutes,
  ...accountRoutes,
  ...tenantRoutes,
  ...userRoutes,
  ...moduleRoutes,
  ...roleRoutes,
  ...contractRoutes,
  ...depositRoutes,
  ...projectRoutes,
  ...roleMappingRoutes,
  ...taskRoutes,
]

/** Until a second factor that the company asks for is set up, one's own page is all there is. */
function SignedIn() {
  const heldBack = useUser()?.mustSetUpSecondFactor === true
  const { pathname } = useLocation()
  return heldBack && pathname !== '/account' ? <Navigate to="/account" replace /> : <Outlet />
}

const root = createRootRoute({ component: Layout })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
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
