import { PasswordInput, TextInput } from '@mantine/core'
import { getRoleSelection, listUserPermissions } from '@plinth/api/role-mappings'
import { searchTenants } from '@plinth/api/tenants'
import { createUser, getUser, type User, updateUser, userLabels } from '@plinth/api/users'
import { useSearch } from '@tanstack/react-router'
import { useFormContext } from 'react-hook-form'
import { plainText } from '../lib/format.ts'
import { useCan, useUser } from '../lib/session.ts'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { ActiveField } from '../ui/ChoiceFields.tsx'
import { FieldGroup, ReadValue } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { RecordFacts } from '../ui/RecordHistory.tsx'
import { textFieldsOf } from '../ui/TextFields.tsx'
import { useField } from '../ui/useField.ts'
import { UserImage, useChosenImages } from './UserImage.tsx'
import { UserSignIn } from './UserSignIn.tsx'
import { useUsersPath } from './useUsersPath.ts'

const { TextField, TextAreaField } = textFieldsOf(userLabels)

const texts = {
  loadFailed: 'Failed to fetch user',
  saveFailed: 'Failed to save user',
  created: 'User created successfully!',
  updated: 'User updated successfully!',
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
      listPath={useUsersPath()}
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
  const path = `${useUsersPath()}/${id}`
  return (
    <>
      <LinkButton variant="default" to={`${path}/roles`} call={getRoleSelection}>
        Roles
      </LinkButton>
      <LinkButton variant="default" to={`${path}/permissions`} {...(!isSelf && { call: listUserPermissions })}>
        Permissions
      </LinkButton>
    </>
  )
}

const facts = (user: User) => (
  <>
    <UserSignIn user={user} />
    <RecordFacts record={user} />
  </>
)

function UserFields() {
  const isOperator = useUser()?.isOperator
  const mode = useFormMode()
  return (
    <>
      <FieldGroup title="Person">
        <TextField
          name="username"
          {...(mode !== 'view' && { description: 'The e-mail or mobile no. when left empty' })}
        />
        {/* The list says Role, as it must; beside the roles that somebody holds that would mislead. */}
        <TextField name="designation" label="Designation" />
        {isOperator && <TenantField />}
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title="Account">
        <TextField name="email" />
        <TextField name="mobileNo" />
        <PasswordField />
        <ActiveField name="isActive" label={userLabels.isActive} description="Only active people can sign in" />
      </FieldGroup>
    </>
  )
}

/** Chosen once: nobody moves from one company to another. */
function TenantField() {
  const { mode, value, set, input } = useField('tenantId', 'Tenant')
  const { tenantName } = useFormContext<User>().getValues()
  const mayChoose = useCan(searchTenants)
  const id = plainText(value)
  if (mode === 'view') return <ReadValue label="Tenant">{tenantName}</ReadValue>
  if (mode === 'edit') return <TextInput label="Tenant" value={tenantName} readOnly variant="filled" />
  if (!mayChoose) return null
  return (
    <TenantPicker
      label="Tenant"
      description="Your own when left empty"
      {...input}
      value={id === '' ? null : { id }}
      onChange={(tenant) => set(tenant?.id ?? null)}
    />
  )
}

function PasswordField() {
  const { mode, value, set, input } = useField('password', 'Password')
  if (mode === 'view') return null
  const isNew = mode === 'create'
  return (
    <PasswordInput
      label="Password"
      description={isNew ? 'At least 8 characters' : 'When left empty, the old one stays'}
      autoComplete="new-password"
      required={isNew}
      aria-invalid={input.error !== undefined}
      {...input}
      value={plainText(value)}
      onChange={(event) => set(event.currentTarget.value || null)}
    />
  )
}
