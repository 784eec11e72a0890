import { Button, Group, Text } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { currentUser } from '../lib/session.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Layout, SignedIn } from './Layout.tsx'
import { type ScreenRoute, screens } from './screens.ts'

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

const routeTree = root.addChildren([
  ...screens.filter(isOpen).map(routeOf),
  signedIn.addChildren(screens.filter((screen) => !isOpen(screen)).map(routeOf)),
])

function NotFound() {
  return (
    <Screen title={t('Page not found')}>
      <Text mb="md">{t('There is no page at this address.')}</Text>
      <LinkButton to="/">{t('Home')}</LinkButton>
    </Screen>
  )
}

/** Shown in place of a screen that breaks. */
function ErrorScreen() {
  return (
    <Screen title={t('This screen could not be shown')}>
      <Text mb="md">
        {t('Something went wrong in it. Reload to try again; if that does not help, tell whoever looks after Plinth.')}
      </Text>
      <Group gap="xs">
        <Button onClick={() => window.location.reload()}>{t('Reload')}</Button>
        <LinkButton to="/" variant="default">
          {t('Home')}
        </LinkButton>
      </Group>
    </Screen>
  )
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

// A reader of the screen hears where a link has led; the first page is left to the browser.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true })
})
