import { Button, Group, Text } from '@mantine/core'
import { id } from '@plinth/api/kernel/fields'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { ScriptMissing } from '../lib/lazy-script.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { currentUser } from '../lib/session.ts'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import { ScreenNotLoaded } from '../ui/shell/Part.tsx'
import { Screen } from '../ui/shell/Screen.tsx'
import { Layout, SignedIn } from './Layout.tsx'
import type { ScreenRoute } from './slice.ts'
import { slices } from './slices.ts'

const root = createRootRoute({ component: Layout })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  beforeLoad: () => {
    if (currentUser() === null) throw redirect({ to: '/' })
  },
})

/** Shows that there is no such page where an id in the address is none, before a form is filled in that could not be saved. */
function requireIds({ params }: { params: Readonly<Record<string, string>> }): void {
  if (Object.entries(params).some(([name, value]) => /^id$|Id$/.test(name) && !id.safeParse(value).success))
    throw notFound()
}

const routesUnder =
  (parent: typeof root | typeof signedIn) =>
  ([component, ...paths]: ScreenRoute) =>
    paths.map((path) => {
      // The specification has a sentence of its own for supporting documents without an id: the page says it.
      const beforeLoad = path.endsWith('/supporting-docs') ? () => {} : requireIds
      return createRoute({ getParentRoute: () => parent, path, component, beforeLoad })
    })

const redirectOf = ([path, to]: [path: string, to: string]) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true, replace: true })
    },
  })

const routeTree = root.addChildren([
  ...slices.flatMap(({ openScreens = [] }) => openScreens).flatMap(routesUnder(root)),
  signedIn.addChildren([
    ...slices.flatMap(({ screens = [] }) => screens).flatMap(routesUnder(signedIn)),
    ...slices.flatMap(({ redirects = {} }) => Object.entries(redirects)).map(redirectOf),
  ]),
])

function NotFound() {
  return (
    <Screen title={t('Page not found')}>
      <Text mb="md">{t('There is no page at this address.')}</Text>
      <LinkButton to="/">{t('Home')}</LinkButton>
    </Screen>
  )
}

/** Shown in place of a screen that is not loaded or breaks. */
function ErrorScreen({ error }: ErrorComponentProps) {
  if (error instanceof ScriptMissing) return <ScreenNotLoaded />
  return (
    <Screen title={t('This screen could not be shown')}>
      <Text mb="md" data-missing>
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

// A reader of the screen hears where a link has led; the first page is left to the browser, a form to its first field, a
// part of a page to that, and whoever types in the palette meanwhile is let be.
router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
  const isElsewhere = toLocation.hash || document.activeElement?.closest('main form, input')
  if (fromLocation && pathChanged && !isElsewhere) document.querySelector('h1')?.focus({ preventScroll: true })
})
