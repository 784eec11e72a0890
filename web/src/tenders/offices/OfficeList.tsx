import {
  createOffice,
  deleteOffice,
  exportOffices,
  filterOffices,
  getOffice,
  type Office,
  office,
  officeLabels,
  updateOffice,
} from '@plinth/api/tenders/offices'
import { call } from '../../lib/call.ts'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { deleteEach } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'

const { parentId: parentName, partyId: partyName, ...labels } = officeLabels

const pathOf = ({ id }: Pick<Office, 'id'>) => `/contracts/offices/${id}`

const columns = columnsOf(
  office,
  { ...labels, parentName, partyName, contracts: 'Contracts' },
  {
    department: { wrap: true },
    name: { wrap: true, show: (name, row) => <RowLink to={pathOf(row)}>{name}</RowLink> },
    designation: { wrap: true },
    address: { wrap: true },
    parentName: { wrap: true },
    partyName: { wrap: true },
    contracts: {
      show: (count, { id }) => (
        <RowLink to="/contracts/list" search={{ officeId: [id] }}>
          {decimal(count)}
        </RowLink>
      ),
    },
  },
)

const shown = ['name', 'designation', 'department', 'phone', 'parentName', 'contracts'] as const

const card = { called: 'name', facts: ['designation', 'department', 'phone'] } as const

const noFilters = { search: '', department: '', name: '', designation: '', address: '', dateRange: anyDay }

const filters = (
  <>
    <TextFilter name="department" label={translated(labels.department)} />
    <TextFilter name="name" label={translated(labels.name)} />
    <TextFilter name="designation" label={translated(labels.designation)} />
    <TextFilter name="address" label={translated(labels.address)} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<Office> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['department', 'designation']}
      facts={['phone', 'email', 'address', 'parentName', 'partyName', 'comment']}
    />
  ),
  to: pathOf,
  load: (id) => call(getOffice, { params: { id } }),
}

const rowActions = ({ id, name }: Office) => (
  <RowActions
    name={name}
    view={pathOf({ id })}
    edit={{ to: `${pathOf({ id })}/edit`, call: updateOffice }}
    remove={{
      endpoint: deleteOffice,
      params: { id },
      confirm: t('Are you sure you want to delete this office?'),
    }}
  />
)

const bulk = [deleteEach<Office>(deleteOffice, 'office')]

export function OfficeList() {
  const list = useList(filterOffices, noFilters, { opens: true })
  return (
    <Screen
      title={t('Offices')}
      source={list}
      failure={t('Failed to fetch offices')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/list">
            {t('Contracts')}
          </LinkButton>
          <LinkButton to="/contracts/offices/create" call={createOffice}>
            {t('New office')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="offices"
        caption={t('Offices of departments')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Department, name, designation, address or e-mail') }}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ name }) => name}
        panel={panel}
        exported={exportOffices}
        empty={t('There are no offices yet. Enter the first one with New office.')}
      />
    </Screen>
  )
}
