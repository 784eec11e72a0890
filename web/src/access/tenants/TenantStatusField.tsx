import { type Tenant, tenantLabels, tenantStatuses } from '@plinth/api/access/tenants'
import { useFormContext } from 'react-hook-form'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { textFieldsOf } from '../../ui/form/FormFields.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { TenantStatus } from './TenantPicker.tsx'

const { AutocompleteField } = textFieldsOf(tenantLabels)

/** Without DELETED: deletion has its own button and confirmation. */
const offered = tenantStatuses.filter((status) => status !== 'DELETED')

/** Free text, because any status may be stored. Only ACTIVE has an effect in the product. */
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
