import { Button, Text } from '@mantine/core'
import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { routeTree } from './routes.tsx'

function NotFound() {
  return (
    <Screen title="Page not found">
      <Text mb="md">There is no page at this address.</Text>
      <LinkButton to="/">Home</LinkButton>
    </Screen>
  )
}

/** Shown when a screen's script cannot be loaded (a new version was installed, the network is away) or breaks. */
function ErrorScreen() {
  return (
    <Screen title="This screen could not be shown">
      <Text mb="md">The connection may be away, or a new version may have been installed. Reload to try again.</Text>
      <Button onClick={() => window.location.reload()}>Reload</Button>
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
