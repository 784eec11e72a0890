import { ActionIcon, Anchor, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { IconLogout, IconSearch, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useLocation, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '../lib/idle.ts'
import { hasForms } from '../lib/keep-typed.ts'
import { t } from '../lib/language.ts'
import { followLanguage, tellLanguage } from '../lib/language-choice.ts'
import { lazyScript } from '../lib/lazy-script.ts'
import { useLine } from '../lib/line.ts'
import { hasSingleKeys, useDense, useSidebarNarrow } from '../lib/preference.ts'
import { currentUser, lifeLeft, useUser, warningTime } from '../lib/session.ts'
import { tabKeys } from '../lib/tab-keys.ts'
import { LinkButton } from '../ui/shell/LinkButton.tsx'
import { lazyDialog, lazyPart } from '../ui/shell/Part.tsx'
import { isPhone, usePhone } from '../ui/shell/Screen.tsx'
import { Bell } from './Bell.tsx'
import classes from './Layout.module.css'
import { PreferencesButton } from './PreferencesButton.tsx'
import { Tip } from './Tip.tsx'
import { useFreshUser } from './useFreshUser.ts'
import { useLogout } from './useLogout.ts'

// Of the frame, what few visits need.
const Preferences = lazyDialog(() => import('./HeaderMenus.tsx'), 'Preferences', {
  waiting: <PreferencesButton aria-expanded={false} />,
})
const MenuDrawer = lazyDialog(() => import('./HeaderMenus.tsx'), 'MenuDrawer')
// Who signs in has none yet, and a phone none at all.
const Sidebar = lazyPart(() => import('./Sidebar.tsx'), 'Sidebar', { waiting: <div /> })
const SessionEnd = lazyPart(() => import('./SessionEnd.tsx'), 'SessionEnd')
const Dock = lazyPart(() => import('./Dock.tsx'), 'Dock', { waiting: <div className={classes['dock']} data-tabs /> })
const Palette = lazyDialog(() => import('./Palette.tsx'), 'Palette')
const Shortcuts = lazyDialog(() => import('./HeaderMenus.tsx'), 'Shortcuts')

const hasDrafts = () => tabKeys.drafts in sessionStorage
const hasEnded = () => tabKeys.ended in sessionStorage

/** Loads what frames the page from the start: coming later, as on a slow line, it pushes everything aside. */
export async function loadFrame(): Promise<void> {
  const hasSidebar = currentUser() !== null && !isPhone()
  const parts = [...(hasDrafts() || hasEnded() ? [SessionEnd] : []), ...(hasSidebar ? [Sidebar] : [])]
  if (parts.length === 0) return
  const waited = new Promise((resolve) => setTimeout(resolve, 1000))
  await Promise.race([Promise.all(parts.map((one) => one.preload())), waited])
}

/** The menu itself is fetched when it is first opened. */
function PreferencesMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const button = <PreferencesButton aria-expanded={false} onClick={() => setWanted(true)} />
  return isWanted ? <Preferences onShortcuts={onShortcuts} onClose={() => setWanted(false)} /> : button
}

/** The person's picture, or a figure where there is none. The kit's own costs every page a kilobyte. */
function Face({ image }: { image: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return image && !isBroken ? <img src={image} alt="" onError={() => setBroken(true)} /> : <IconUser size={16} />
}

function Account({ user, phone }: { user: SessionUser; phone: boolean }) {
  const logout = useLogout()
  const whom = user.email ?? user.username
  return (
    <>
      <Tip label={whom} side="below">
        <Link to="/account" aria-label={`${t('Your page')}: ${whom}`} className={classes['face']}>
          <Face key={user.profileImage} image={user.profileImage} />
        </Link>
      </Tip>
      {phone ? (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Logout')}
          title={t('Logout')}
          onClick={() => void logout()}
        >
          <IconLogout size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          size="compact-md"
          flex="none"
          leftSection={<IconLogout size={16} />}
          onClick={() => void logout()}
        >
          {t('Logout')}
        </Button>
      )}
    </>
  )
}

interface HeaderProps {
  user: SessionUser | null
  onSearch: () => void
  onShortcuts: () => void
}

function Header({ user, onSearch, onShortcuts }: HeaderProps) {
  const phone = usePhone()
  return (
    <header className={classes['header']}>
      <Anchor component={Link} to="/" fw={600} c="inherit">
        {t('Home')}
      </Anchor>
      {!(user && phone) && (
        <button
          type="button"
          className={classes['search']}
          aria-haspopup="dialog"
          aria-label={phone ? t('Search') : undefined}
          onClick={onSearch}
        >
          <IconSearch size={16} aria-hidden />
          {!phone && (
            <>
              <span>{t('Search')}</span> <kbd>Ctrl K</kbd>
            </>
          )}
        </button>
      )}
      <div className={`ellipsis ${classes['banner']}`}>{user?.username ?? t('Guest')}</div>
      {user && !user.mustSetUpSecondFactor && <Bell key={user.id} />}
      <PreferencesMenu onShortcuts={onShortcuts} />
      {user ? (
        <Account user={user} phone={phone} />
      ) : (
        <LinkButton to="/login" size="compact-md">
          {t('Login')}
        </LinkButton>
      )}
    </header>
  )
}

const typing = 'input, textarea, select, [contenteditable], [role=dialog]'

type Overlay = 'palette' | 'shortcuts' | null

/** Ctrl+K everywhere, the question mark where nobody types. The focus goes back to where it was. */
function useOverlay() {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const opener = useRef<Element | null>(null)
  function show(next: Overlay) {
    if (next) opener.current = document.activeElement
    else if (opener.current instanceof HTMLElement) opener.current.focus()
    setOverlay(next)
  }
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (altKey || !(target instanceof Element)) return
      const isCommand = ctrlKey || metaKey
      let next: Overlay = null
      if (isCommand && key.toLowerCase() === 'k') next = 'palette'
      else if (key === '?' && !isCommand && !target.closest(typing) && hasSingleKeys()) next = 'shortcuts'
      if (next === null) return
      event.preventDefault()
      // What a dialog asks comes first.
      if (target.closest('[role=dialog]')) return
      opener.current = document.activeElement
      setOverlay(next)
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
  return [overlay, show] as const
}

/** Whether there is anything to tell of the session's end: before it, or after. */
function useNews(user: SessionUser | null): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const look = () => setNear(lifeLeft() < warningTime)
    look()
    const timer = setInterval(look, 10_000)
    return () => clearInterval(timer)
  }, [user])
  return user ? isNear || hasDrafts() : hasEnded()
}

// What is carried over a change of language, which few visits have.
const languagePick = lazyScript(() => import('../lib/language-pick.ts'))

/** What belongs to the choice of a language and can only be done once the page is there. */
function useChosenLanguage(user: SessionUser | null) {
  const queries = useQueryClient()
  // Where a form was open the language chosen elsewhere had to wait: the next screen has none.
  const screen = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    if (!(tabKeys.carried in sessionStorage)) return
    void languagePick
      .load()
      .then(({ restoreCarried }) => restoreCarried())
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    if (!user) return
    void tellLanguage(user, queries).catch(() => undefined)
    if (!hasForms()) followLanguage(user)
  }, [user, queries, screen])
}

/** Whether the page has had nothing else to fetch for a moment. */
function useSettled(): boolean {
  const [isSettled, settle] = useState(false)
  useEffect(() => whenIdle(() => settle(true)), [])
  return isSettled
}

export function Layout() {
  const user = useFreshUser()
  const phone = usePhone()
  const { pathname } = useLocation()
  const [narrow, setNarrow] = useSidebarNarrow()
  const [dense] = useDense()
  const hasLine = useLine()
  // On a desktop there is seldom anything at the foot of the window.
  const isSettled = useSettled()
  const [drawer, { open, close }] = useDisclosure(false)
  const [overlay, setOverlay] = useOverlay()
  const hasNews = useNews(user)
  useChosenLanguage(user)
  useEffect(close, [close, pathname])
  const closeOverlay = () => setOverlay(null)

  return (
    <div className={classes['frame']} data-dense={dense || undefined}>
      <a className={classes['skip']} href="#content">
        {t('Skip to content')}
      </a>
      {user && !phone && (
        <aside className={classes['aside']} data-narrow={narrow || undefined}>
          <Sidebar narrow={narrow} onToggle={() => setNarrow(!narrow)} />
        </aside>
      )}
      {phone && drawer && <MenuDrawer onClose={close} />}
      {overlay === 'palette' && <Palette onClose={closeOverlay} onShortcuts={() => setOverlay('shortcuts')} />}
      {overlay === 'shortcuts' && <Shortcuts onClose={closeOverlay} />}
      <div className={classes['column']}>
        <div className={classes['top']}>
          <Header user={user} onSearch={() => setOverlay('palette')} onShortcuts={() => setOverlay('shortcuts')} />
          {hasNews && <SessionEnd user={user} />}
        </div>
        <main id="content" tabIndex={-1} className={classes['main']}>
          <Outlet />
        </main>
        <Footer />
        {user && (phone || isSettled || !hasLine) && (
          <Dock user={user} phone={phone} onMenu={open} onSearch={() => setOverlay('palette')} />
        )}
      </div>
    </div>
  )
}

/**
 * Until a second factor that the company asks for is set up, one's own page is all there is. In another time zone every
 * moment of a screen is told anew.
 */
export function SignedIn() {
  const { mustSetUpSecondFactor = false, timeZone } = useUser() ?? {}
  const { pathname } = useLocation()
  if (mustSetUpSecondFactor && pathname !== '/account') return <Navigate to="/account" replace />
  return <Outlet key={timeZone} />
}

function Footer() {
  return (
    <footer className={classes['footer']}>
      <Text size="sm" c="dimmed">
        {t('Plinth, the back office of contracting')}
      </Text>
      <nav aria-label={t('Site')}>
        <Anchor component={Link} to="/" size="sm">
          {t('Home')}
        </Anchor>
        <Anchor component={Link} to="/about" size="sm">
          {t('About')}
        </Anchor>
        <Anchor component={Link} to="/contact" size="sm">
          {t('Contact')}
        </Anchor>
      </nav>
    </footer>
  )
}
