import { listRoles } from '@plinth/api/roles'
import {
  createTenant,
  deleteTenant,
  exportTenants,
  filterTenants,
  type Tenant,
  tenant,
  tenantLabels,
  tenantStatuses,
  updateTenant,
} from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { optionsOf } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { anyDay, useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ActionLink, changeStatusOfEach, deleteEach, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TenantStatus } from './TenantPicker.tsx'

const columns = columnsOf(tenant, tenantLabels, {
  name: { wrap: true },
  status: { show: (status) => <TenantStatus status={status} /> },
})

const shown = ['name', 'subdomain', 'contactEmail', 'mobileNo', 'status', 'createdAt'] as const

const noFilters = {
  name: '',
  subdomain: '',
  contactEmail: '',
  mobileNo: '',
  whatsAppNo: '',
  status: [],
  dateRange: anyDay,
}

const whyNotDeleted = ({ kind, name }: Tenant) =>
  kind === 'OPERATOR' ? t('{name} runs this installation and cannot be deleted', { name }) : undefined

const bulk = [
  // Deleting has its own button, and its own question.
  changeStatusOfEach<Tenant>(
    updateTenant,
    tenantStatuses.filter((status) => status !== 'DELETED'),
  ),
  deleteEach(deleteTenant, 'tenant', { blocked: whyNotDeleted }),
]

const filters = (
  <>
    <TextFilter name="name" label={t('Name')} />
    <TextFilter name="subdomain" label={t('Subdomain')} />
    <TextFilter name="contactEmail" label={t('Contact e-mail')} />
    <TextFilter name="mobileNo" label={t('Mobile no.')} />
    <TextFilter name="whatsAppNo" label={t('WhatsApp no.')} />
    <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(tenantStatuses)} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const rowActions = (row: Tenant) => {
  const { id, name } = row
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
        icon={IconUsers}
        call={filterUsers}
      />
      <ActionLink
        label={t('Roles of {name}', { name })}
        to="/admin/roles"
        search={{ tenantId: id }}
        icon={IconUserShield}
        call={listRoles}
      />
    </RowActions>
  )
}

export function TenantList() {
  const list = useList(filterTenants, noFilters)
  return (
    <Screen
      title={t('Tenants')}
      source={list}
      failure={t('Failed to fetch tenants')}
      actions={
        <LinkButton to="/admin/tenants/create" call={createTenant}>
          {t('New tenant')}
        </LinkButton>
      }
    >
      <DataList
        name="tenants"
        caption={t('Tenants')}
        list={list}
        columns={columns}
        shown={shown}
        filters={filters}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ name }) => name}
        exported={exportTenants}
        empty={t('There are no tenants yet. Enter the first one with New tenant.')}
      />
    </Screen>
  )
}
