import {
  createTenant,
  exportTenants,
  filterTenants,
  tenant,
  tenantLabels,
  tenantStatuses,
} from '@plinth/api/access/tenants'
import { filterContactMessages } from '@plinth/api/platform/contact'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { bulk, rowActions } from './TenantActions.tsx'
import { TenantStatus } from './TenantPicker.tsx'

const columns = columnsOf(tenant, tenantLabels, {
  name: { wrap: true },
  status: { show: (status) => <TenantStatus status={status} /> },
})

const shown = ['name', 'subdomain', 'contactEmail', 'mobileNo', 'status', 'createdAt'] as const

const card = { called: 'name', facts: ['status', 'subdomain', 'createdAt'] } as const

const noFilters = {
  search: '',
  name: '',
  subdomain: '',
  contactEmail: '',
  mobileNo: '',
  whatsAppNo: '',
  status: [],
  dateRange: anyDay,
}

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

export function TenantList() {
  const list = useList(filterTenants, noFilters)
  return (
    <Screen
      title={t('Tenants')}
      source={list}
      failure={t('Failed to fetch tenants')}
      actions={
        <>
          <LinkButton variant="default" to="/admin/contact-messages" call={filterContactMessages}>
            {t('Contact messages')}
          </LinkButton>
          <LinkButton to="/admin/tenants/create" call={createTenant}>
            {t('New tenant')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="tenants"
        caption={t('Tenants')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Name, subdomain, e-mail or number') }}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ name }) => name}
        exported={exportTenants}
        empty={t('There are no tenants yet. Enter the first one with New tenant.')}
      />
    </Screen>
  )
}
