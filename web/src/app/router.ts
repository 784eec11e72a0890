import { createRouter } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-codec.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { NotFound } from './NotFound.tsx'
import { routeTree } from './routes.tsx'

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
