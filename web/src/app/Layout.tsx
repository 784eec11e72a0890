import { Anchor, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useFreshUser } from '../auth/useSession.ts'
import { t } from '../lib/language.ts'
import { useUser } from '../lib/session.ts'
import { usePhone } from '../ui/usePhone.ts'
import { Header } from './Header.tsx'
import classes from './Layout.module.css'
import { Sidebar } from './Sidebar.tsx'

// Only phones need it, and it is dear.
const MenuDrawer = lazy(() => import('./MenuDrawer.tsx').then((module) => ({ default: module.MenuDrawer })))

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
  useEffect(close, [close, pathname])

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
      {phone && drawer && (
        <Suspense>
          <MenuDrawer onClose={close} />
        </Suspense>
      )}
      <div className={classes['column']}>
        <Header user={user} onMenu={user && phone ? open : undefined} />
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
