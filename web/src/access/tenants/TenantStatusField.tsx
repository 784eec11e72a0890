import { type Tenant, tenantLabels, tenantStatuses } from '@plinth/api/access/tenants'
import { useFormContext } from 'react-hook-form'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { textFieldsOf } from '../../ui/form/FormFields.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { TenantStatus } from './TenantPicker.tsx'

const { AutocompleteField } = textFieldsOf(tenantLabels)

/** Deleting has its own button, and its own question. */
const offered = tenantStatuses.filter((status) => status !== 'DELETED')

/** Free text: only the first of the suggestions means anything to the product. */
export function TenantStatusField() {
  const status = plainText(useFormContext<Tenant>().getValues('status'))
  if (useFormMode() !== 'view')
    return (
      <AutocompleteField
        name="status"
        description={t('Only people of an ACTIVE tenant can sign in')}
        suggestions={offered}
        required
      />
    )
  return (
    <ReadValue label={translated(tenantLabels.status)}>
      <TenantStatus status={status} />
    </ReadValue>
  )
}
