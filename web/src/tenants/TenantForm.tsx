import { listRoles } from '@plinth/api/roles'
import { createTenant, getTenant, type Tenant, tenantStatuses, updateTenant } from '@plinth/api/tenants'
import { createUser, filterUsers } from '@plinth/api/users'
import { useFormContext } from 'react-hook-form'
import { momentText, plainText, words } from '../lib/format.ts'
import { CheckboxField } from '../ui/ChoiceFields.tsx'
import { FactGroup, FieldGroup, ReadValue } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { textFieldsOf } from '../ui/TextFields.tsx'
import { TenantStatus } from './TenantPicker.tsx'

const { TextField, TextAreaField, AutocompleteField } = textFieldsOf<Tenant>()

/** Free text: only the first of the suggestions means anything to the product. */
function StatusField() {
  const status = plainText(useFormContext<Tenant>().getValues('status'))
  if (useFormMode() !== 'view')
    return (
      <AutocompleteField
        name="status"
        label="Status"
        description="Only people of an ACTIVE tenant can sign in"
        suggestions={tenantStatuses}
        required
      />
    )
  return (
    <ReadValue label="Status">
      <TenantStatus status={status} />
    </ReadValue>
  )
}

const texts = {
  loadFailed: 'Failed to fetch tenant',
  saveFailed: 'Failed to save tenant',
  created: 'Tenant created successfully!',
  updated: 'Tenant updated successfully!',
}

const links = ({ id: tenantId }: Tenant) => (
  <>
    <LinkButton variant="default" to="/admin/users" search={{ tenantId }} call={filterUsers}>
      People
    </LinkButton>
    <LinkButton variant="default" to="/admin/roles" search={{ tenantId }} call={listRoles}>
      Roles
    </LinkButton>
    <LinkButton variant="default" to="/admin/users/create" search={{ tenantId }} call={createUser}>
      Add a person
    </LinkButton>
  </>
)

const facts = ({ kind, createdAt, updatedAt }: Tenant) => (
  <FactGroup title="Record">
    <ReadValue label="Kind">{words(kind)}</ReadValue>
    <ReadValue label="Created">{momentText(createdAt)}</ReadValue>
    <ReadValue label="Last changed">{momentText(updatedAt)}</ReadValue>
  </FactGroup>
)

export function TenantForm() {
  return (
    <FormScreen
      noun="tenant"
      load={getTenant}
      create={createTenant}
      update={updateTenant}
      blank={{ status: 'ACTIVE', requiresSecondFactor: false }}
      listPath="/admin/tenants"
      nameOf={({ name }) => name}
      texts={texts}
      actions={links}
      related={facts}
    >
      <FieldGroup title="Tenant">
        <TextField name="name" label="Name" required />
        <TextField name="subdomain" label="Subdomain" description="Made from the name when left empty" />
        <TextField name="schemaName" label="Schema name" description="Made from the name when left empty" />
        <StatusField />
        <CheckboxField
          name="requiresSecondFactor"
          label="Everybody must use a second factor"
          description="People without one are held on their own page until they have set it up"
        />
        <TextAreaField name="comment" label="Comment" />
      </FieldGroup>
      <FieldGroup title="Contact">
        <TextField name="contactEmail" label="Contact e-mail" />
        <TextField name="mobileNo" label="Mobile no." />
        <TextField name="whatsAppNo" label="WhatsApp no." />
      </FieldGroup>
    </FormScreen>
  )
}
