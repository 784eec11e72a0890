import { Alert, Anchor, Button, Group } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { logout } from '@plinth/api/access/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { forgetDrafts, ownDrafts } from '../lib/drafts.ts'
import { t } from '../lib/language.ts'
import { prolong } from '../lib/renewal.ts'
import { leaveEnded, lifeLeft, sessionLife, warningTime } from '../lib/session.ts'
import { tabKeys } from '../lib/tab-keys.ts'
import { LinkButton } from '../ui/shell/LinkButton.tsx'

interface StripProps {
  role: 'alert' | 'status'
  color: string
  text: ReactNode
  children: ReactNode
  onClose?: () => void
}

function Strip({ role, color, text, children, onClose }: StripProps) {
  return (
    <Alert
      role={role}
      color={color}
      radius={0}
      p="xs"
      variant="light"
      data-strip
      styles={{
        message: { color: 'inherit' },
        closeButton: { color: 'inherit' },
        root: { color: 'var(--mantine-color-text)' },
      }}
      {...(onClose && { withCloseButton: true, closeButtonLabel: t('Dismiss'), onClose })}
    >
      <Group gap="xs" justify="center">
        <span>{text}</span>
        {children}
      </Group>
    </Alert>
  )
}

const minutesText = (minutes: number) =>
  minutes > 1
    ? t('You will be signed out in {minutes} minutes.', { minutes })
    : t('You will be signed out in a minute.')

async function signInAgain(): Promise<void> {
  await call(logout, {}).catch(() => undefined)
  leaveEnded('/login')
}

/** Counts down to the end of the session, with a button to stay signed in or to sign in again; typed values are kept either way. */
function Ending() {
  const [, look] = useReducer((count: number) => count + 1, 0)
  const [fault, setFault] = useState<string | null>(null)
  useInterval(look, 1000, { autoInvoke: true })
  const left = lifeLeft()
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) leaveEnded()
  }, [isOver])
  if (left > warningTime) return null
  const { ends, idles } = sessionLife()
  const text = minutesText(Math.ceil(left / 60_000))

  async function staySignedIn() {
    setFault(null)
    await prolong().catch((error) => setFault(error instanceof CallError ? error.message : String(error)))
    look()
  }
  if (ends <= idles)
    return (
      <Strip role="status" color="yellow" text={`${text} ${t('What you have typed is kept.')}`}>
        <Button size="compact-sm" onClick={() => void signInAgain()}>
          {t('Sign in again')}
        </Button>
      </Strip>
    )
  return (
    <Strip role="status" color="yellow" text={fault ?? text}>
      <Button size="compact-sm" onClick={() => void staySignedIn()}>
        {t('Stay signed in')}
      </Button>
    </Strip>
  )
}

/** Links to the forms in which something was typed when the session ended. */
function StoredDrafts() {
  const [, look] = useReducer((count: number) => count + 1, 0)
  const { href } = useLocation()
  const drafts = Object.entries(ownDrafts()).filter(([path]) => path !== href)
  if (drafts.length === 0) return null
  return (
    <Strip role="status" color="petrol" text={t('What you had typed has been kept:')}>
      {drafts.map(([path, { title }]) => (
        <Anchor key={path} component={Link} to={path} inherit fw={600}>
          {title}
        </Anchor>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          forgetDrafts()
          look()
        }}
      >
        {t('Discard')}
      </Button>
    </Strip>
  )
}

function Ended() {
  const [isDismissed, setDismissed] = useState(false)
  const { pathname } = useLocation()
  if (isDismissed || sessionStorage.getItem(tabKeys.ended) === null) return null
  const close = () => {
    sessionStorage.removeItem(tabKeys.ended)
    setDismissed(true)
  }
  return (
    <Strip role="alert" color="yellow" text={t('Your session has ended. Please sign in again.')} onClose={close}>
      {pathname !== '/login' && (
        <LinkButton to="/login" size="compact-sm">
          {t('Login')}
        </LinkButton>
      )}
    </Strip>
  )
}

/** The notices about the session's end: that it is near, that it has come, and the drafts that were saved. */
export function SessionEnd({ user }: { user: SessionUser | null }) {
  if (!user) return <Ended />
  return (
    <>
      <Ending />
      <StoredDrafts />
    </>
  )
}
