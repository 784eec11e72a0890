import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { getRoleSelection, listUserPermissions } from '@plinth/api/role-mappings'
import { searchTenants } from '@plinth/api/tenants'
import {
  createUser,
  endUserSessions,
  getSignInState,
  getUser,
  resetUserSecondFactor,
  type SignInState,
  type User,
  unlockUser,
  updateUser,
  userLabels,
} from '@plinth/api/users'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { CallError, call, useRecord } from '../lib/call.ts'
import { momentText, plainText } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useListPath } from '../lib/search.ts'
import { useCan, useUser } from '../lib/session.ts'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { FactGroup, FieldGroup, ReadValue, RecordSection } from '../ui/FieldGroup.tsx'
import { useField } from '../ui/FieldState.tsx'
import { ActiveField, textFieldsOf } from '../ui/FormFields.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RecordFacts } from '../ui/RecordHistory.tsx'
import { UserImage, useChosenImages } from './UserImage.tsx'

const { TextField, TextAreaField } = textFieldsOf(userLabels)

const texts = {
  loadFailed: t('Failed to fetch user'),
  saveFailed: t('Failed to save user'),
  created: t('User created successfully!'),
  updated: t('User updated successfully!'),
}

export function UserForm() {
  const { tenantId }: Record<string, unknown> = useSearch({ strict: false })
  const images = useChosenImages()
  return (
    <FormScreen
      noun="user"
      load={getUser}
      create={createUser}
      update={updateUser}
      blank={{ isActive: true, ...(typeof tenantId === 'string' && { tenantId }) }}
      listPath={useListPath()}
      nameOf={({ username }) => username}
      texts={texts}
      actions={(user) => <UserLinks {...user} />}
      related={facts}
      afterSave={images.store}
    >
      <UserImage keep={images.keep} />
      <UserFields />
    </FormScreen>
  )
}

/** Their own permissions are open to everybody. */
function UserLinks({ id }: User) {
  const isSelf = useUser()?.id === id
  const path = `${useListPath()}/${id}`
  return (
    <>
      <LinkButton variant="default" to={`${path}/roles`} call={getRoleSelection}>
        {t('Roles')}
      </LinkButton>
      <LinkButton variant="default" to={`${path}/permissions`} {...(!isSelf && { call: listUserPermissions })}>
        {t('Permissions')}
      </LinkButton>
    </>
  )
}

/** What is done to somebody of another company stands in the trail of that one. */
const UserFacts = ({ user }: { user: User }) => (
  <RecordFacts record={user} hasTrail={useUser()?.tenantId === user.tenantId} />
)

const facts = (user: User) => (
  <>
    <UserSignIn user={user} />
    <UserFacts user={user} />
  </>
)

function UserFields() {
  const isOperator = useUser()?.isOperator
  const mode = useFormMode()
  return (
    <>
      <FieldGroup title={t('Person')}>
        <TextField
          name="username"
          {...(mode !== 'view' && { description: t('The e-mail or mobile no. when left empty') })}
        />
        {/* The list says Role, as it must; beside the roles that somebody holds that would mislead. */}
        <TextField name="designation" label={t('Designation')} />
        {isOperator && <TenantField />}
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Account')}>
        <TextField name="email" />
        <TextField name="mobileNo" />
        <PasswordField />
        <ActiveField
          name="isActive"
          label={translated(userLabels.isActive)}
          description={t('Only active people can sign in')}
        />
      </FieldGroup>
    </>
  )
}

/** Chosen once: nobody moves from one company to another. */
function TenantField() {
  const { mode, value, set, input } = useField('tenantId', t('Tenant'))
  const { tenantName } = useFormContext<User>().getValues()
  const mayChoose = useCan(searchTenants)
  const id = plainText(value)
  if (mode === 'view') return <ReadValue label={t('Tenant')}>{tenantName}</ReadValue>
  if (mode === 'edit') return <TextInput label={t('Tenant')} value={tenantName} readOnly variant="filled" />
  if (!mayChoose) return null
  return (
    <TenantPicker
      label={t('Tenant')}
      description={t('Your own when left empty')}
      {...input}
      value={id === '' ? null : { id }}
      onChange={(tenant) => set(tenant?.id ?? null)}
    />
  )
}

function PasswordField() {
  const { mode, value, set, input } = useField('password', t('Password'))
  if (mode === 'view') return null
  const isNew = mode === 'create'
  return (
    <PasswordInput
      label={t('Password')}
      description={isNew ? t('At least 8 characters') : t('When left empty, the old one stays')}
      autoComplete="new-password"
      required={isNew}
      aria-invalid={input.error !== undefined}
      {...input}
      value={plainText(value)}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  )
}

function answerOf({ canSignIn, lockedUntil }: SignInState, { isActive, tenantName }: User): string {
  if (!isActive) return t('No, the person is inactive')
  if (!canSignIn) return t('No, {tenantName} is not active', { tenantName })
  return lockedUntil
    ? t('No, locked until {lockedUntil} after too many failed attempts', { lockedUntil: momentText(lockedUntil) })
    : t('Yes')
}

/** How a person signs in, for those who may look after it. */
function UserSignIn({ user }: { user: User }) {
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

/** What can be done about the way a person signs in; only what their state gives a reason for. */
function SignInSteps({ user, state }: { user: User; state: SignInState }) {
  const { username } = user
  const mayHelp = useCan(unlockUser)
  if (!mayHelp || (!state.lockedUntil && state.liveSessions === 0 && !state.hasSecondFactor)) return null
  return (
    <Group gap="xs" mt="md">
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
      {state.hasSecondFactor && (
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
      void alertFailure(error instanceof CallError ? error.message : t('{label} failed. Please try again.', { label }))
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
