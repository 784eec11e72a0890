import { Button, Group, Text } from '@mantine/core'
import {
  endUserSessions,
  getSignInState,
  resetUserSecondFactor,
  type SignInState,
  type User,
  unlockUser,
} from '@plinth/api/access/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FactGroup, ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { HandedOut, PasswordLinkButton } from './PasswordLinkStep.tsx'

function answerOf(
  { canSignIn, lockedUntil: until, hasSecondFactor }: SignInState,
  { isActive, tenantName }: User,
): string {
  if (!isActive) return t('No, the person is inactive')
  if (!canSignIn) return t('No, {tenantName} is not active', { tenantName })
  if (!until) return t('Yes')
  const lockedUntil = momentText(until)
  return hasSecondFactor
    ? t('Only with a code, or in a browser they have used before, until {lockedUntil}: too many failed attempts', {
        lockedUntil,
      })
    : t('Only in a browser they have used before, until {lockedUntil}: too many failed attempts', { lockedUntil })
}

/** How a person signs in, for people who may see it. */
export function UserSignIn({ user }: { user: User }) {
  const source = useRecord(getSignInState, { enabled: useCan(getSignInState) })
  const state = source.data
  if (source.error) return <RecordSection title={t('Signing in')} source={source} />
  if (!state) return null
  return (
    <FactGroup title={t('Signing in')} actions={<SignInSteps user={user} state={state} />}>
      <ReadValue label={t('Can sign in')}>{answerOf(state, user)}</ReadValue>
      <ReadValue label={t('Last sign-in')}>
        {state.lastSignInAt ? momentText(state.lastSignInAt) : t('Never')}
      </ReadValue>
      <ReadValue label={t('Live sessions')}>{state.liveSessions}</ReadValue>
      <ReadValue label={t('Second factor')}>{state.hasSecondFactor ? t('On') : t('Off')}</ReadValue>
      <ReadValue label={t('Password changed')}>{momentText(state.passwordChangedAt)}</ReadValue>
    </FactGroup>
  )
}

/** The permission with which operators let people of other companies sign in. */
const letInPermission = { allow: { module: 'Credentials', can: 'canEdit' } } as const

/** The actions on a person's sign-in, each shown only when the state gives a reason for it. */
function SignInSteps({ user, state }: { user: User; state: SignInState }) {
  const { username, tenantName } = user
  const isSelf = useUser()?.id === user.id
  const mayHelp = useCan(unlockUser)
  const mayLetIn = useCan(letInPermission)
  if (isSelf)
    return (
      <LinkButton variant="default" mt="md" to="/account">
        {t('Change how you sign in')}
      </LinkButton>
    )
  if (mayHelp && state.isAbove)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {t('{username} may do more than you: only somebody who may do as much can help them to sign in.', { username })}
      </Text>
    )
  if (mayHelp && state.isOutside && !mayLetIn)
    return (
      <Text size="sm" c="dimmed" mt="md">
        {t('To let somebody of {tenantName} in you need a permission that you do not hold: Edit on Credentials.', {
          tenantName,
        })}
      </Text>
    )
  return mayHelp ? <Steps user={user} state={state} /> : null
}

function Steps({ user, state }: { user: User; state: SignInState }) {
  const { username } = user
  const [link, setLink] = useState<string | null>(null)
  return (
    <>
      <Group gap="xs" mt="md">
        {state.canSignIn && <PasswordLinkButton user={user} handOut={setLink} />}
        <OtherSteps user={user} state={state} />
      </Group>
      {link !== null && <HandedOut username={username} link={link} />}
    </>
  )
}

function OtherSteps({ user, state }: { user: User; state: SignInState }) {
  const { username } = user
  return (
    <>
      {state.lockedUntil && (
        <StepButton
          endpoint={unlockUser}
          user={user}
          label={t('Unlock')}
          done={t('{username} may try to sign in again.', { username })}
        />
      )}
      {state.liveSessions > 0 && (
        <StepButton
          endpoint={endUserSessions}
          user={user}
          label={t('Sign out everywhere')}
          confirm={t('Sign {username} out on every device?', { username })}
          done={t('{username} has been signed out everywhere.', { username })}
        />
      )}
      {state.hasSecondFactor && !state.isOutside && (
        <StepButton
          endpoint={resetUserSecondFactor}
          user={user}
          label={t('Reset second factor')}
          confirm={t(
            'Take away the second factor of {username}? Until a new one is set up, the password is enough to sign in.',
            { username },
          )}
          done={t('The second factor of {username} has been taken away.', { username })}
        />
      )}
    </>
  )
}

interface Step {
  endpoint: typeof unlockUser
  user: User
  label: string
  /** A confirmation, for actions that remove something. */
  confirm?: string
  done: string
}

function StepButton({ endpoint, user, label, confirm, done }: Step) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)

  async function run() {
    if (confirm && !window.confirm(confirm)) return
    setSending(true)
    try {
      await call(endpoint, { params: { id: user.id } })
      await queryClient.invalidateQueries()
      void alertSuccess(done)
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : t('{label} failed. Please try again.', { label }))
    } finally {
      setSending(false)
    }
  }

  if (!useCan(endpoint)) return null
  return (
    <Button variant="default" size="compact-md" loading={sending} onClick={() => void run()}>
      {label}
    </Button>
  )
}
