import { ActionIcon, Anchor, Avatar, Button, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { IconAdjustmentsHorizontal, IconLogout, IconMenu2, IconSearch, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, lazyRouteComponent, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFreshUser, useLogout } from '../lib/call.ts'
import { language, t } from '../lib/language.ts'
import { hasSingleKeys, lifeLeft, tabKeys, useUser, warningTime } from '../lib/session.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { usePhone } from '../ui/Screen.tsx'
import classes from './Layout.module.css'
import { Sidebar, Tip } from './Sidebar.tsx'

type Part<P> = (props: P) => ReactNode
/** A part of the frame that few visits need: fetched when it is wanted, and when it does not come, nothing else goes. */
const part = <P,>(load: () => Promise<Part<P>>) =>
  lazyRouteComponent<{ default: Part<P> }>(async () => ({ default: await load().catch(() => NotLoaded) }))

function NotLoaded() {
  return (
    <div role="alert" className={classes['notLoaded']}>
      {t('This could not be loaded. Check the connection and reload the page.')}
    </div>
  )
}

const Preferences = part(async () => (await import('./HeaderMenus.tsx')).Preferences)
const MenuDrawer = part(async () => (await import('./HeaderMenus.tsx')).MenuDrawer)
const SessionEnd = part(async () => (await import('./SessionEnd.tsx')).SessionEnd)
const Palette = part(async () => (await import('./Palette.tsx')).Palette)
const Shortcuts = part(async () => (await import('./HeaderMenus.tsx')).Shortcuts)

const hasKept = () => tabKeys.drafts in sessionStorage
const hasEnded = () => tabKeys.ended in sessionStorage

/** Loads what the page is told above it from the start: coming later, as on a slow line, it pushes everything down. */
export async function loadNews(): Promise<void> {
  if (hasKept() || hasEnded())
    await Promise.race([SessionEnd.preload?.(), new Promise((resolve) => setTimeout(resolve, 1000))])
}

export function PreferencesButton(props: ComponentProps<typeof ActionIcon<'button'>>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-haspopup="menu"
      aria-label={t('Preferences')}
      title={t('Preferences')}
      {...props}
    >
      <IconAdjustmentsHorizontal size={18} aria-hidden />
    </ActionIcon>
  )
}

/** The menu itself is fetched when it is first opened. */
function PreferencesMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const [isWanted, setWanted] = useState(false)
  const button = <PreferencesButton aria-expanded={false} onClick={() => setWanted(true)} />
  return isWanted ? (
    <Suspense fallback={button}>
      <Preferences onShortcuts={onShortcuts} />
    </Suspense>
  ) : (
    button
  )
}

function Account({ user, phone }: { user: SessionUser; phone: boolean }) {
  const logout = useLogout()
  const whom = user.email ?? user.username
  return (
    <>
      <Tip label={whom} side="below">
        <Avatar
          component={Link}
          to="/account"
          aria-label={`${t('Your page')}: ${whom}`}
          src={user.profileImage}
          alt=""
          size="sm"
        >
          <IconUser size={16} />
        </Avatar>
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
  onMenu: (() => void) | undefined
  onSearch: () => void
  onShortcuts: () => void
}

function Header({ user, onMenu, onSearch, onShortcuts }: HeaderProps) {
  const phone = usePhone()
  return (
    <header className={classes['header']}>
      {onMenu && (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Open the menu')} onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      )}
      <Anchor component={Link} to="/" fw={600} c="inherit">
        {t('Home')}
      </Anchor>
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
      <div className={classes['banner']}>{user?.username ?? t('Guest')}</div>
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
  return user ? isNear || hasKept() : hasEnded()
}

/** What belongs to the choice of a language and can only be done once the page is there. */
function useChosenLanguage(user: SessionUser | null) {
  const queries = useQueryClient()
  const isOther = user?.language && user.language !== language
  useEffect(() => {
    const isChosen = user && (isOther || tabKeys.language in sessionStorage)
    if (!isChosen && !(tabKeys.carried in sessionStorage)) return
    void import('./HeaderMenus.tsx')
      .then(({ restoreCarried, settleLanguage }) => {
        restoreCarried()
        return isChosen ? settleLanguage(user, queries) : undefined
      })
      .catch(() => undefined)
  }, [user, isOther, queries])
}

export function Layout() {
  const user = useFreshUser()
  const phone = usePhone()
  const { pathname } = useLocation()
  const [narrow, setNarrow] = useLocalStorage({
    key: 'sidebarNarrow',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [drawer, { open, close }] = useDisclosure(false)
  const [overlay, setOverlay] = useOverlay()
  const hasNews = useNews(user)
  useChosenLanguage(user)
  useEffect(close, [close, pathname])
  const closeOverlay = () => setOverlay(null)

  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#content">
        {t('Skip to content')}
      </a>
      {user && !phone && (
        <aside className={classes['aside']} data-narrow={narrow || undefined}>
          <Sidebar narrow={narrow} onToggle={() => setNarrow(!narrow)} />
        </aside>
      )}
      <Suspense>
        {phone && drawer && <MenuDrawer onClose={close} />}
        {overlay === 'palette' && <Palette onClose={closeOverlay} onShortcuts={() => setOverlay('shortcuts')} />}
        {overlay === 'shortcuts' && <Shortcuts onClose={closeOverlay} />}
      </Suspense>
      <div className={classes['column']}>
        <div className={classes['top']}>
          <Header
            user={user}
            onMenu={user && phone ? open : undefined}
            onSearch={() => setOverlay('palette')}
            onShortcuts={() => setOverlay('shortcuts')}
          />
          <Suspense>{hasNews && <SessionEnd user={user} />}</Suspense>
        </div>
        <main id="content" tabIndex={-1} className={classes['main']}>
          <Outlet />
        </main>
        <Footer />
      </div>
    </div>
  )
}

/** Until a second factor that the company asks for is set up, one's own page is all there is. */
export function SignedIn() {
  const heldBack = useUser()?.mustSetUpSecondFactor === true
  const { pathname } = useLocation()
  return heldBack && pathname !== '/account' ? <Navigate to="/account" replace /> : <Outlet />
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
