import { Button, Group } from '@mantine/core'
import {
  endUserSessions,
  getSignInState,
  resetUserSecondFactor,
  type SignInState,
  type User,
  unlockUser,
} from '@plinth/api/users'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError, call } from '../lib/call.ts'
import { momentText } from '../lib/format.ts'
import { useCan } from '../lib/session.ts'
import { useRecord } from '../lib/useRecord.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { FactGroup, ReadValue, RecordSection } from '../ui/FieldGroup.tsx'

function answerOf({ canSignIn, lockedUntil }: SignInState, { isActive, tenantName }: User): string {
  if (!isActive) return 'No, the person is inactive'
  if (!canSignIn) return `No, ${tenantName} is not active`
  return lockedUntil ? `No, locked until ${momentText(lockedUntil)} after too many failed attempts` : 'Yes'
}

/** How a person signs in, for those who may look after it. */
export function UserSignIn({ user }: { user: User }) {
  const source = useRecord(getSignInState, { enabled: useCan(getSignInState) })
  const state = source.data
  if (source.error) return <RecordSection title="Signing in" source={source} />
  if (!state) return null
  return (
    <FactGroup title="Signing in" actions={<SignInSteps user={user} state={state} />}>
      <ReadValue label="Can sign in">{answerOf(state, user)}</ReadValue>
      <ReadValue label="Last sign-in">{state.lastSignInAt ? momentText(state.lastSignInAt) : 'Never'}</ReadValue>
      <ReadValue label="Live sessions">{state.liveSessions}</ReadValue>
      <ReadValue label="Second factor">{state.hasSecondFactor ? 'On' : 'Off'}</ReadValue>
      <ReadValue label="Password changed">{momentText(state.passwordChangedAt)}</ReadValue>
    </FactGroup>
  )
}

/** What can be done about the way a person signs in; only what their state gives a reason for. */
function SignInSteps({ user, state }: { user: User; state: SignInState }) {
  const { username } = user
  const mayHelp = useCan(unlockUser)
  if (!mayHelp || (!state.lockedUntil && state.liveSessions === 0 && !state.hasSecondFactor)) return null
  return (
    <Group gap="xs" mt="md">
      {state.lockedUntil && (
        <StepButton endpoint={unlockUser} user={user} label="Unlock" done={`${username} may try to sign in again.`} />
      )}
      {state.liveSessions > 0 && (
        <StepButton
          endpoint={endUserSessions}
          user={user}
          label="Sign out everywhere"
          confirm={`Sign ${username} out on every device?`}
          done={`${username} has been signed out everywhere.`}
        />
      )}
      {state.hasSecondFactor && (
        <StepButton
          endpoint={resetUserSecondFactor}
          user={user}
          label="Reset second factor"
          confirm={`Take away the second factor of ${username}? Until a new one is set up, the password is enough to sign in.`}
          done={`The second factor of ${username} has been taken away.`}
        />
      )}
    </Group>
  )
}

interface Step {
  endpoint: typeof unlockUser
  user: User
  label: string
  /** Asked first, where something is taken away. */
  confirm?: string
  done: string
}

function StepButton({ endpoint, user, label, confirm, done }: Step) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)

  async function take() {
    if (confirm && !window.confirm(confirm)) return
    setSending(true)
    try {
      await call(endpoint, { params: { id: user.id } })
      await queryClient.invalidateQueries()
      void alertSuccess(done)
    } catch (error) {
      void alertFailure(error instanceof CallError ? error.message : `${label} failed. Please try again.`)
    } finally {
      setSending(false)
    }
  }

  if (!useCan(endpoint)) return null
  return (
    <Button variant="default" size="compact-md" loading={sending} onClick={() => void take()}>
      {label}
    </Button>
  )
}
