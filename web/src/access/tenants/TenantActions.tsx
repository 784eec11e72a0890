import { listRoles } from '@plinth/api/access/roles'
import { deleteTenant, type Tenant, tenantStatuses, updateTenant } from '@plinth/api/access/tenants'
import { filterUsers } from '@plinth/api/access/users'
import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import { changeStatusOfEach, deleteEach } from '../../ui/list/bulk-action.ts'
import { ActionLink, RowActions } from '../../ui/shell/RowActions.tsx'

function whyNotDeleted({ kind, name, isDeleted }: Tenant): string | undefined {
  if (isDeleted) return whyNotChanged({ name, isDeleted })
  return kind === 'OPERATOR' ? t('{name} runs this installation and cannot be deleted', { name }) : undefined
}

const whyNotChanged = ({ name, isDeleted }: Pick<Tenant, 'name' | 'isDeleted'>) =>
  isDeleted ? t('{name} is deleted', { name }) : undefined

/** The bulk actions on companies. */
export const bulk = [
  // Without DELETED: deletion has its own button and confirmation.
  changeStatusOfEach<Tenant>(
    updateTenant,
    'tenant',
    tenantStatuses.filter((status) => status !== 'DELETED'),
    { blocked: whyNotChanged },
  ),
  deleteEach(deleteTenant, 'tenant', { blocked: whyNotDeleted }),
]

/** The row actions of a company; a deleted company has none. */
export const rowActions = (row: Tenant) => {
  const { id, name } = row
  if (row.isDeleted) return null
  return (
    <RowActions
      name={name}
      view={`/admin/tenants/${id}`}
      edit={{ to: `/admin/tenants/${id}/edit`, call: updateTenant }}
      remove={{
        endpoint: deleteTenant,
        params: { id },
        confirm: t('Are you sure you want to delete this tenant?'),
        blocked: whyNotDeleted(row),
      }}
    >
      <ActionLink
        label={t('People of {name}', { name })}
        to="/admin/users"
        search={{ tenantId: id }}
        icon={<IconUsers size={17} stroke={1.7} />}
        call={filterUsers}
      />
      <ActionLink
        label={t('Roles of {name}', { name })}
        to="/admin/roles"
        search={{ tenantId: id }}
        icon={<IconUserShield size={17} stroke={1.7} />}
        call={listRoles}
      />
    </RowActions>
  )
}
