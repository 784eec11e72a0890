import { Text } from '@mantine/core'
import { instrumentKinds, instrumentStates } from '@plinth/api/guarantees/instrument-moves'
import {
  countInstruments,
  createInstrument,
  deleteInstrument,
  exportInstruments,
  filterInstruments,
  getInstrument,
  type Instrument,
  type InstrumentQuickFilter,
  instrument,
  instrumentGroups,
  instrumentHolders,
  instrumentColumnLabels as labels,
  listInstrumentGroups,
  updateInstrument,
} from '@plinth/api/guarantees/instruments'
import { call } from '../../lib/call.ts'
import { decimal, optionsOf, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useList } from '../../lib/useList.ts'
import { noOfficeFilters, officeFilters } from '../../tenders/offices/OfficeFilters.tsx'
import { deleteEach } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { FilterGroup } from '../../ui/list/FilterGroup.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { facilityFilter, noFacilityFilter } from '../bank-facilities/FacilityFilter.tsx'
import { InstrumentBadge } from './InstrumentBadge.tsx'
import { instrumentName, instrumentPath } from './instrument-name.ts'
import { RunsOut } from './RunsOut.tsx'

// Lazy part: few visits open a record, and the panel needs most of the code of the instrument's page.
const InstrumentPanel = lazyPart(() => import('./InstrumentPanel.tsx'), 'InstrumentPanel', {
  waiting: <PanelWaiting />,
})

const { officeId: _, facilityId: __, ...columnLabels } = labels

const columns = columnsOf(instrument, columnLabels, {
  kind: { wrap: true },
  number: { show: (number, row) => <RowLink to={instrumentPath(row)}>{number || t('No number')}</RowLink> },
  issuer: { wrap: true },
  state: { show: (state) => <InstrumentBadge state={state} /> },
  endsOn: { show: (_, row) => <RunsOut {...row} /> },
  securedFor: { wrap: true },
  facilityName: { wrap: true },
  favouring: { wrap: true },
  department: { wrap: true },
  officeName: { wrap: true },
})

const shownColumns = ['kind', 'number', 'amount', 'issuer', 'state', 'endsOn', 'securedFor'] as const

const card = { called: 'number', facts: ['kind', 'state', 'amount', 'issuer', 'endsOn', 'securedFor'] } as const

const noFilters = {
  search: '',
  quickFilters: [],
  kind: [],
  state: [],
  number: '',
  issuer: '',
  branch: '',
  favouring: '',
  heldBy: [],
  ...noFacilityFilter,
  ...noOfficeFilters,
  dateRange: anyDay,
}

const quick: Quick = {
  count: countInstruments,
  groups: [
    [
      'UNDER_WAY',
      'RUNS_OUT_WITHIN_30_DAYS',
      'RUNS_OUT_WITHIN_90_DAYS',
      'RAN_OUT',
      'CLAIMED',
      'TO_DISCHARGE',
      'WITHOUT_DEPOSIT',
    ] satisfies InstrumentQuickFilter[],
  ],
}

const filters = (
  <>
    <FilterGroup title={t('Instrument')}>
      <MultiSelectFilter name="kind" label={translated(labels.kind)} options={optionsOf(instrumentKinds)} />
      <MultiSelectFilter name="state" label={translated(labels.state)} options={optionsOf(instrumentStates)} />
      <TextFilter name="number" label={translated(labels.number)} />
      <TextFilter name="issuer" label={translated(labels.issuer)} />
      <TextFilter name="branch" label={translated(labels.branch)} />
      {facilityFilter}
    </FilterGroup>
    <FilterGroup title={t('For whom')}>
      <TextFilter name="favouring" label={translated(labels.favouring)} />
      {officeFilters}
      <MultiSelectFilter name="heldBy" label={translated(labels.heldBy)} options={optionsOf(instrumentHolders)} />
      <DateRangeFilter name="dateRange" label={t('Created')} />
    </FilterGroup>
  </>
)

const grouping: Grouping = {
  endpoint: listInstrumentGroups,
  fields: instrumentGroups,
  entity: instrument,
  amounts: { amount: t('Amount') },
}

const panel: Panel<Instrument> = {
  show: (row) => <InstrumentPanel instrument={row} columns={columns} />,
  to: instrumentPath,
  load: (id) => call(getInstrument, { params: { id } }),
}

const rowActions = (row: Instrument) => (
  <RowActions
    name={instrumentName(row)}
    view={instrumentPath(row)}
    edit={{ to: `${instrumentPath(row)}/edit`, call: updateInstrument }}
    remove={{
      endpoint: deleteInstrument,
      params: { id: row.id },
      confirm: t('Are you sure you want to delete this instrument?'),
    }}
  />
)

const bulk = [deleteEach<Instrument>(deleteInstrument, 'instrument')]

/** The register: every instrument that deposits are given by, and when it runs out. */
export function InstrumentList() {
  const list = useList(filterInstruments, noFilters, { groups: instrumentGroups, opens: true })
  return (
    <Screen
      title={t('Instruments')}
      source={list}
      failure={t('Failed to fetch instruments')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/deposit-register">
            {t('Deposit register')}
          </LinkButton>
          <LinkButton to="/contracts/instruments/create" call={createInstrument}>
            {t('New instrument')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="instruments"
        caption={t('Register of instruments')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Number, bank, branch, beneficiary or department') }}
        quick={quick}
        actions={rowActions}
        bulk={bulk}
        nameOf={instrumentName}
        grouping={grouping}
        panel={panel}
        exported={exportInstruments}
        empty={t(
          'There are no instruments yet. Enter the first guarantee, deposit receipt or draft with New instrument: from then on its days are watched here.',
        )}
      >
        <Text mb="sm" mih="1.55em" className="tabular" aria-live="polite">
          {list.counted && (
            <>
              {t('Instruments found:')} <b>{decimal(list.total)}</b>
              {t(', in total')} <b>{rupees(list.answer?.total)}</b>
            </>
          )}
        </Text>
      </DataList>
    </Screen>
  )
}
