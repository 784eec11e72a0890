import { createRootRoute, createRoute, Navigate, Outlet, redirect, useLocation } from '@tanstack/react-router'
import { currentUser, useUser } from '../lib/session.ts'
import { Layout } from './Layout.tsx'
import { type ScreenRoute, screens } from './screens.ts'

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
