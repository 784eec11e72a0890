import { Anchor, Input, Text } from '@mantine/core'
import { createRoleMapping, getRoleSelection, listMappableRoles } from '@plinth/api/access/role-mappings'
import { type User, userLabels } from '@plinth/api/access/users'
import { Link } from '@tanstack/react-router'
import { useFormContext, useWatch } from 'react-hook-form'
import { dash, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useListPath } from '../../lib/search.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { SelectField } from '../../ui/form/FormFields.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'

/** The first role of a new person, for people who may grant roles; for an existing person, the roles they hold. */
export function RoleField() {
  const mayGive = useCan(createRoleMapping)
  if (useFormMode() !== 'create') return <RolesHeld />
  return mayGive ? <FirstRole /> : null
}

function FirstRole() {
  const tenantId = plainText(useWatch({ name: 'tenantId' }))
  const { data, error } = useRecord(listMappableRoles, { query: tenantId === '' ? {} : { tenantId } })
  return (
    <SelectField
      name="roleId"
      label={t('Role')}
      description={error?.message ?? t('What they may do from the start')}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

const label = translated(userLabels.roles)

function RolesHeld() {
  const isView = useFormMode() === 'view'
  const { id, roles } = useFormContext<User>().getValues()
  const to = `${useListPath()}/${id}/roles`
  const mayOpen = useCan(getRoleSelection)
  if (isView) return <ReadValue label={label}>{roles ?? dash}</ReadValue>
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {roles ?? dash}
      </Text>
      {mayOpen && (
        <Anchor component={Link} to={to} size="sm" underline="always">
          {t('Change roles')}
        </Anchor>
      )}
    </Input.Wrapper>
  )
}
