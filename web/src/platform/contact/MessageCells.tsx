import { Anchor, Button } from '@mantine/core'
import { type ContactMessage, resendContactMessage } from '@plinth/api/platform/contact'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'

const shownLength = 120

/** A long message is collapsed until it is opened, so that the list stays readable. */
export function MessageText({ text }: { text: string }) {
  const isLong = text.length > shownLength
  if (!isLong) return <span style={{ whiteSpace: 'pre-line' }}>{text}</span>
  return (
    <details style={{ whiteSpace: 'pre-line' }}>
      <summary>{`${text.slice(0, shownLength)}…`}</summary>
      {text}
    </details>
  )
}

export const SenderLink = ({ email }: { email: string }) => (
  <Anchor inherit href={`mailto:${email}`}>
    {email}
  </Anchor>
)

/** Mails a waiting or failed message at once. */
export function SendAgain({ message: { id, name, state } }: { message: ContactMessage }) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const maySend = useCan(resendContactMessage)

  async function send() {
    setSending(true)
    try {
      await call(resendContactMessage, { params: { id } })
      void alertSuccess(t('The message will be mailed in a moment.'))
    } catch (error) {
      void alertFailure(t('The message was not sent again.'), error instanceof CallError ? error.message : undefined)
    } finally {
      await queryClient.invalidateQueries()
      setSending(false)
    }
  }

  if (!maySend || state === 'SENT') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={sending}
      aria-label={t('Send again: message of {name}', { name })}
      onClick={() => void send()}
    >
      {t('Send again')}
    </Button>
  )
}
