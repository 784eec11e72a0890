import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  type AccountSession,
  endAccountSession,
  endAllAccountSessions,
  listAccountSessions,
} from '@plinth/api/access/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { letGo, mayLeave } from '../../lib/leave.ts'
import { clearSession, leaveForHome } from '../../lib/session.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertFailure } from '../../ui/shell/alerts.ts'
import classes from './AccountSessions.module.css'

const failure = t('The session could not be signed out. Please try again.')

/** The person's sessions, with buttons to end them. */
export function AccountSessions() {
  const source = useRecord(listAccountSessions)
  const { data, error } = source
  const queryClient = useQueryClient()

  async function attempt(act: () => Promise<unknown>) {
    try {
      await act()
    } catch (fault) {
      void alertFailure(failure, fault instanceof CallError ? fault.message : undefined)
    }
  }

  const end = (sessionId: string) =>
    attempt(async () => {
      await call(endAccountSession, { params: { sessionId } })
      await queryClient.invalidateQueries()
    })

  async function endAll() {
    if (!window.confirm(t('Sign out everywhere? You will have to sign in again, here too.'))) return
    if (!(await mayLeave())) return
    await letGo()
    await attempt(async () => {
      await call(endAllAccountSessions, {})
      clearSession()
      leaveForHome()
    })
  }

  return (
    <RecordSection title={t('Where you are signed in')} source={source}>
      {!data && !error && <Skeleton height={96} aria-hidden />}
      <Stack component="ul" gap={0} mb="md">
        {data?.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={end} />
        ))}
      </Stack>
      <Button variant="default" onClick={() => void endAll()}>
        {t('Sign out everywhere')}
      </Button>
    </RecordSection>
  )
}

function SessionItem({ session, onEnd }: { session: AccountSession; onEnd: (id: string) => Promise<void> }) {
  const [ending, setEnding] = useState(false)
  const device = deviceOf(session.userAgent)
  const since = momentText(session.createdAt)
  return (
    <Group component="li" className={classes['session']} justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={600}>{device}</Text>
          {session.isCurrent && (
            <Badge variant="default" tt="none">
              {t('This one')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {session.address && `${session.address} · `}
          {t('since {since} · last used {used}', { since, used: momentText(session.lastUsedAt) })}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          aria-label={t('Sign out {device}, since {since}', { device, since })}
          loading={ending}
          onClick={() => {
            setEnding(true)
            void onEnd(session.id).finally(() => setEnding(false))
          }}
        >
          {t('Sign out')}
        </Button>
      )}
    </Group>
  )
}

/** The first match counts: nearly every browser also names Safari, and most of them Chrome. */
const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** A readable name from a user agent: Chrome on Windows. */
function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)]
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? (text.slice(0, 60) || t('Unknown device'))
}
