import { Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { getRoleSelection, listUserPermissions } from '@plinth/api/access/role-mappings'
import { searchTenants } from '@plinth/api/access/tenants'
import { createUser, getSignInState, getUser, type User, updateUser, userLabels } from '@plinth/api/access/users'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useListPath } from '../../lib/search.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { ActiveField, textFieldsOf } from '../../ui/form/FormFields.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { RoleField } from './RoleFields.tsx'
import { UserImage, useChosenImages } from './UserImage.tsx'
import { UserSignIn } from './UserSignIn.tsx'

const UserFeeds = lazyPart(() => import('../../reminders/calendar-feeds/UserFeeds.tsx'), 'UserFeeds')

const { TextField, TextAreaField } = textFieldsOf(userLabels)

const texts = {
  loadFailed: t('Failed to fetch user'),
  saveFailed: t('Failed to save user'),
  failsInForm: true,
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
      <UserImage registerFile={images.registerFile} />
      <UserFields />
    </FormScreen>
  )
}

/** People may always see their own permissions. */
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

/** Changes to a person of another company are in that company's audit trail, so the link is hidden. */
const UserFacts = ({ user }: { user: User }) => (
  <RecordFacts record={user} hasTrail={useUser()?.tenantId === user.tenantId} />
)

const facts = (user: User) => (
  <>
    <UserSignIn user={user} />
    <UserFeeds user={user} />
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
        {/* The list must say Role for the designation. Here that would be confused with the roles that the person
            holds. */}
        <TextField name="designation" label={t('Designation')} />
        {isOperator && <TenantField />}
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Account')}>
        <SignInFields />
        <RoleField />
        <ActiveField
          name="isActive"
          label={translated(userLabels.isActive)}
          description={t('Only active people can sign in')}
        />
      </FieldGroup>
    </>
  )
}

/** Why the reader cannot change how this person signs in, or null if they can. */
function useSignInRefusal(): ReactNode {
  const isEdit = useFormMode() === 'edit'
  const { id, tenantName } = useFormContext<User>().getValues()
  const isSelf = useUser()?.id === id
  const { data } = useRecord(getSignInState, { enabled: useCan(getSignInState) && isEdit && !isSelf })
  if (!isEdit) return null
  if (isSelf)
    return (
      <>
        {t('How you sign in is changed on your own page, which asks for your password')}:{' '}
        <Anchor component={Link} to="/account" inherit underline="always">
          {t('Your page')}
        </Anchor>
      </>
    )
  if (data?.isOutside)
    return t(
      'People of {tenantName} change how they sign in themselves. Whom you help in gets a link to choose a password, from the page that shows them.',
      { tenantName },
    )
  return data?.isAbove
    ? t('They may do more than you: only somebody who may do as much can change how they sign in.')
    : null
}

function SignInFields() {
  const refusal = useSignInRefusal()
  const { email, mobileNo } = useFormContext<User>().getValues()
  if (refusal === null)
    return (
      <>
        <TextField name="email" />
        <TextField name="mobileNo" />
        <PasswordField />
      </>
    )
  return (
    <>
      <TextInput label={translated(userLabels.email)} value={email ?? ''} readOnly variant="filled" />
      <TextInput label={translated(userLabels.mobileNo)} value={mobileNo ?? ''} readOnly variant="filled" />
      <Text size="sm" c="dimmed" data-wide>
        {refusal}
      </Text>
    </>
  )
}

/** The company is chosen once: a person cannot move to another company. */
function TenantField() {
  const { mode, value, set, input } = useField('tenantId', t('Tenant'))
  const { getValues, setValue } = useFormContext()
  const { tenantName } = getValues()
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
      onChange={(tenant) => {
        set(tenant?.id ?? null)
        // Roles belong to one company, so a chosen role is cleared.
        setValue('roleId', null)
      }}
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
