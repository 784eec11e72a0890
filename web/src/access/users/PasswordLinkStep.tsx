import { Alert, Button, CopyButton, Stack, Text } from '@mantine/core'
import { createPasswordLink } from '@plinth/api/access/password-links'
import type { User } from '@plinth/api/access/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import classes from './PasswordLinkStep.module.css'

const label = t('Link to choose a password')

/** Makes a link for a person. A link that cannot be mailed is passed to `handOut`. */
export function PasswordLinkButton({ user, handOut }: { user: User; handOut: (link: string | null) => void }) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const { id, username } = user

  async function make() {
    const question = t('Make a link with which {username} chooses a new password? One made before is dead then.', {
      username,
    })
    if (!window.confirm(question)) return
    setSending(true)
    handOut(null)
    try {
      const created = await call(createPasswordLink, { params: { id } })
      if (created.handOut === null)
        void alertSuccess(t('The link was mailed to {email}.', { email: created.mailedTo ?? '' }))
      else handOut(window.location.origin + created.handOut)
      await queryClient.invalidateQueries()
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : t('{label} failed. Please try again.', { label }))
    } finally {
      setSending(false)
    }
  }

  return (
    <Button variant="default" size="compact-md" loading={sending} onClick={() => void make()}>
      {label}
    </Button>
  )
}

/** A link that could not be mailed. Shown only once, because the server does not return it again. */
export function HandedOut({ username, link }: { username: string; link: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} variant="outline" color="orange" mt="md" role="group" aria-label={label}>
      <Stack gap="xs" align="start">
        <Text size="sm">
          {t('Hand this link to {username} and nobody else. It is shown only now, and good once, for 24 hours.', {
            username,
          })}
        </Text>
        <code className={classes['link']}>{link}</code>
        {/* Browsers allow pages to write to the clipboard only in a secure context, which plain http is not. */}
        {window.isSecureContext && (
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-md" onClick={copy}>
                {copied ? t('Copied') : t('Copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </Stack>
    </Alert>
  )
}
