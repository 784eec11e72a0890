import { Button, Text } from '@mantine/core'
import { cancelMailKind, type MailKind, settingsScreen } from '@plinth/api/reminders/notification-mail'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import site from '../../ui/form/site.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './ChoosePassword.module.css'

const stopped: Record<MailKind, string> = {
  DIGEST: t('You get the mail of the day no more.'),
  AT_ONCE: t('You get no more mail of what cannot wait.'),
}

/** The page that the unsubscribe link of a mail opens. It changes nothing before the button is pressed. */
export function Unsubscribe() {
  const { token = '' } = useParams({ strict: false })
  const [kind, setKind] = useState<MailKind | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)

  async function stop() {
    setSending(true)
    setFailure(null)
    try {
      setKind((await call(cancelMailKind, { params: { token } })).kind)
    } catch (error) {
      const isDead = error instanceof CallError && error.status === 404
      setFailure(
        isDead
          ? t('This link is not whole, or no longer good. Sign in, and choose on your own page what you are mailed.')
          : reasonOf(error),
      )
    } finally {
      setSending(false)
    }
  }

  return (
    <div className={classes['sheet']}>
      <title>{`${t('Stop this mail')} · Plinth`}</title>
      <h1 tabIndex={-1} className={site['heading']}>
        {t('Stop this mail')}
      </h1>
      {kind ? (
        <>
          <p role="status" className={classes['hint']}>
            {stopped[kind]} {t('Your reminders stand in Plinth as before. On your own page you switch it on again.')}
          </p>
          <div>
            <LinkButton to={settingsScreen}>{t('Your page')}</LinkButton>
          </div>
        </>
      ) : (
        <>
          <p className={classes['hint']}>
            {t('You get no more mail of the kind that led you here. Your reminders stand in Plinth as before.')}
          </p>
          {failure && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {failure}
            </Text>
          )}
          <div>
            <Button loading={sending} onClick={() => void stop()}>
              {t('Stop this mail')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
