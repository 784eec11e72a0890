import { Box } from '@mantine/core'
import { type Role, role } from '@plinth/api/access/role-records'
import { createRole, deleteRole, listRoles, updateRole } from '@plinth/api/access/roles'
import { searchTenants } from '@plinth/api/access/tenants'
import { t } from '../../lib/language.ts'
import { type FilterValues, isUnset } from '../../lib/list-address.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { TextFilter } from '../../ui/list/FilterFields.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { TenantPicker } from '../tenants/TenantPicker.tsx'
import { useChosenTenant } from '../tenants/useTenant.ts'

const columns = columnsOf(
  role,
  { name: 'Name', description: t('Description'), userCount: t('People') },
  { description: { wrap: true } },
)
const shown = ['name', 'description', 'userCount', 'updatedAt'] as const

const noFilters = { name: '', description: '' }

const filterFields = (
  <>
    <TextFilter name="name" label={t('Name')} />
    <TextFilter name="description" label={t('Description')} />
  </>
)

const holders = (count: number) =>
  count === 1 ? t('1 person holds this role') : t('{count} people hold this role', { count })

const rowActions = ({ id, name, userCount }: Role) => (
  <RowActions
    name={name}
    view={`/admin/roles/${id}/view`}
    edit={{ to: `/admin/roles/${id}/edit`, call: updateRole }}
    remove={{
      endpoint: deleteRole,
      params: { id },
      confirm: t('Are you sure?'),
      blocked: userCount > 0 ? holders(userCount) : undefined,
    }}
  />
)

export function RoleList() {
  const user = useUser()
  const tenant = useChosenTenant()
  const { filters: all, ...list } = useList(listRoles, tenant ? { tenantId: '', ...noFilters } : noFilters)
  // The company is no filter: it stays when filters change or are cleared.
  const { tenantId, ...filters } = all
  const company = tenantId === undefined ? {} : { tenantId }
  const shownList = {
    ...list,
    filters,
    filtered: Object.values(filters).some((value) => !isUnset(value)),
    apply: (next: FilterValues) => list.apply({ ...next, ...company }),
    clear: () => list.apply({ ...noFilters, ...company }),
  }
  const maySearch = useCan(searchTenants)
  return (
    <Screen
      title={t('Roles')}
      source={list}
      failure={t('Failed to fetch roles')}
      actions={
        <LinkButton to="/admin/roles/create" call={createRole} search={tenant ? { tenantId: tenant.id } : {}}>
          {t('New role')}
        </LinkButton>
      }
    >
      {tenant && maySearch && (
        <Box maw="22rem" mb="sm">
          <TenantPicker
            label={t('Tenant')}
            value={tenant}
            onChange={(next) => list.apply({ ...filters, tenantId: next && next.id !== user?.tenantId ? next.id : '' })}
          />
        </Box>
      )}
      <DataList
        name="roles"
        caption={t('Roles')}
        list={shownList}
        columns={columns}
        shown={shown}
        filters={filterFields}
        line={{ name: 'name', hint: t('Name') }}
        actions={rowActions}
        empty={t('There are no roles yet. Enter the first one with New role.')}
      />
    </Screen>
  )
}
