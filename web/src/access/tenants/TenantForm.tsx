import { listRoles } from '@plinth/api/access/roles'
import { createTenant, getTenant, type Tenant, tenantLabels, updateTenant } from '@plinth/api/access/tenants'
import { createUser, filterUsers } from '@plinth/api/access/users'
import { defaultTimeZone } from '@plinth/api/kernel/fields'
import { words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { CheckboxField, SelectField, textFieldsOf } from '../../ui/form/FormFields.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { TenantStatusField } from './TenantStatusField.tsx'

const { TextField, TextAreaField } = textFieldsOf(tenantLabels)

/** Some browsers know only the old name of India's time zone, or leave UTC out. */
const timeZones = [...new Set([defaultTimeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  .filter((name) => name !== 'Asia/Calcutta')
  .map((value) => ({ value, label: value.replaceAll('_', ' ') }))

const texts = {
  loadFailed: t('Failed to fetch tenant'),
  saveFailed: t('Failed to save tenant'),
  failsInForm: true,
  created: t('Tenant created successfully!'),
  updated: t('Tenant updated successfully!'),
}

const links = ({ id: tenantId }: Tenant) => (
  <>
    <LinkButton variant="default" to="/admin/users" search={{ tenantId }} call={filterUsers}>
      {t('People')}
    </LinkButton>
    <LinkButton variant="default" to="/admin/roles" search={{ tenantId }} call={listRoles}>
      {t('Roles')}
    </LinkButton>
    <LinkButton variant="default" to="/admin/users/create" search={{ tenantId }} call={createUser}>
      {t('Add a person')}
    </LinkButton>
  </>
)

const facts = (tenant: Tenant) => (
  <RecordFacts record={tenant}>
    <ReadValue label={t('Kind')}>{words(tenant.kind)}</ReadValue>
  </RecordFacts>
)

export function TenantForm() {
  return (
    <FormScreen
      noun="tenant"
      load={getTenant}
      create={createTenant}
      update={updateTenant}
      blank={{ status: 'ACTIVE', timeZone: defaultTimeZone, requiresSecondFactor: false }}
      listPath="/admin/tenants"
      nameOf={({ name }) => name}
      texts={texts}
      actions={links}
      related={facts}
    >
      <FieldGroup title={t('Tenant')}>
        <TextField name="name" required />
        <TextField name="subdomain" description={t('Made from the name when left empty')} />
        <TextField name="schemaName" description={t('Made from the name when left empty')} />
        <TenantStatusField />
        <SelectField
          name="timeZone"
          label={translated(tenantLabels.timeZone)}
          description={t('When a day begins and ends in lists, filters, sheets and figures')}
          options={timeZones}
          required
        />
        <CheckboxField
          name="requiresSecondFactor"
          label={translated(tenantLabels.requiresSecondFactor)}
          description={t('People without one are held on their own page until they have set it up')}
        />
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Contact')}>
        <TextField name="contactEmail" />
        <TextField name="mobileNo" />
        <TextField name="whatsAppNo" />
      </FieldGroup>
    </FormScreen>
  )
}
