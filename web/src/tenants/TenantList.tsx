import { listRoles } from '@plinth/api/roles'
import {
  createTenant,
  deleteTenant,
  filterTenants,
  type Tenant,
  tenantStatuses,
  updateTenant,
} from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import { IconUserShield, IconUsers } from '@tabler/icons-react'
import { momentDay, optionsOf } from '../lib/format.ts'
import { anyDay } from '../lib/list-search.ts'
import { useList } from '../lib/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { TenantStatus } from './TenantPicker.tsx'

const columns: Column<Tenant>[] = [
  { field: 'name', label: 'Name', wrap: true },
  { field: 'subdomain', label: 'Subdomain' },
  { field: 'contactEmail', label: 'Contact e-mail' },
  { field: 'mobileNo', label: 'Mobile no.' },
  { field: 'status', label: 'Status', show: (status) => <TenantStatus status={status} /> },
  { field: 'createdAt', label: 'Created', show: momentDay },
]

const noFilters = {
  name: '',
  subdomain: '',
  contactEmail: '',
  mobileNo: '',
  whatsAppNo: '',
  status: [],
  dateRange: anyDay,
}

const rowActions = ({ id, name, kind }: Tenant) => (
  <RowActions
    name={name}
    view={`/admin/tenants/${id}`}
    edit={{ to: `/admin/tenants/${id}/edit`, call: updateTenant }}
    remove={{
      endpoint: deleteTenant,
      params: { id },
      confirm: 'Are you sure you want to delete this tenant?',
      blocked: kind === 'OPERATOR' ? `${name} runs this installation and cannot be deleted` : undefined,
    }}
  >
    <ActionLink
      label={`People of ${name}`}
      to="/admin/users"
      search={{ tenantId: id }}
      icon={IconUsers}
      call={filterUsers}
    />
    <ActionLink
      label={`Roles of ${name}`}
      to="/admin/roles"
      search={{ tenantId: id }}
      icon={IconUserShield}
      call={listRoles}
    />
  </RowActions>
)

export function TenantList() {
  const list = useList(filterTenants, noFilters)
  return (
    <Screen
      title="Tenants"
      source={list}
      failure="Failed to fetch tenants"
      actions={
        <LinkButton to="/admin/tenants/create" call={createTenant}>
          New tenant
        </LinkButton>
      }
    >
      <Filters list={list}>
        <TextFilter name="name" label="Name" />
        <TextFilter name="subdomain" label="Subdomain" />
        <TextFilter name="contactEmail" label="Contact e-mail" />
        <TextFilter name="mobileNo" label="Mobile no." />
        <TextFilter name="whatsAppNo" label="WhatsApp no." />
        <MultiSelectFilter name="status" label="Status" options={optionsOf(tenantStatuses)} />
        <DateRangeFilter name="dateRange" label="Created" />
      </Filters>
      <DataTable
        caption="Tenants"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="There are no tenants yet. Enter the first one with New tenant."
      />
      <Pager list={list} />
    </Screen>
  )
}
