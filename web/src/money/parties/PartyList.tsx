import {
  countParties,
  createParty,
  deleteParty,
  exportParties,
  filterParties,
  getParty,
  gstTreatments,
  type ListedParty,
  partyColumnLabels as labels,
  listedParty,
  msmeSizes,
  type PartyQuickFilter,
  partyKinds,
  updateParty,
} from '@plinth/api/money/parties'
import { call } from '../../lib/call.ts'
import { dash, optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { stateOptions, stateText } from '../../lib/states.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { partyPath } from './party-words.ts'

const columns = columnsOf(listedParty, labels, {
  legalName: { wrap: true, show: (name, row) => <RowLink to={partyPath(row)}>{name}</RowLink> },
  tradeName: { wrap: true },
  kinds: { wrap: true },
  gstin: { wrap: true },
  state: { show: (code) => stateText(code) },
  msme: { show: (size) => (size === 'NONE' ? dash : words(size)) },
  waitingAccounts: { show: (count) => (count === 0 ? dash : count) },
  address: { wrap: true },
  comment: { wrap: true },
})

const shown = ['legalName', 'kinds', 'gstin', 'pan', 'state', 'msme'] as const

const card = { called: 'legalName', facts: ['kinds', 'gstin', 'state'] } as const

const quick: Quick = {
  count: countParties,
  groups: [
    ['CLIENTS', 'VENDORS', 'SUBCONTRACTORS', 'LABOUR_CONTRACTORS', 'TRANSPORTERS'],
    ['TO_VERIFY'],
  ] satisfies PartyQuickFilter[][],
}

const noFilters = {
  search: '',
  quickFilters: [],
  legalName: '',
  pan: '',
  gstin: '',
  kind: [],
  gstTreatment: [],
  msme: [],
  state: [],
  dateRange: anyDay,
}

const filters = (
  <>
    <TextFilter name="legalName" label={translated(labels.legalName)} />
    <TextFilter name="gstin" label={translated(labels.gstin)} />
    <TextFilter name="pan" label={translated(labels.pan)} />
    <MultiSelectFilter name="kind" label={translated(labels.kinds)} options={optionsOf(partyKinds)} />
    <MultiSelectFilter name="gstTreatment" label={translated(labels.gstTreatment)} options={optionsOf(gstTreatments)} />
    <MultiSelectFilter name="msme" label={translated(labels.msme)} options={optionsOf(msmeSizes)} />
    <MultiSelectFilter name="state" label={translated(labels.state)} options={stateOptions} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<ListedParty> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['kinds', 'gstin']}
      facts={['tradeName', 'pan', 'state', 'msme', 'phone', 'email', 'address', 'waitingAccounts', 'comment']}
    />
  ),
  to: partyPath,
  load: (id) => call(getParty, { params: { id } }),
}

const rowActions = (row: ListedParty) => (
  <RowActions
    name={row.legalName}
    view={partyPath(row)}
    edit={{ to: `${partyPath(row)}/edit`, call: updateParty }}
    remove={{
      endpoint: deleteParty,
      params: { id: row.id },
      confirm: t('Are you sure you want to delete this party?'),
    }}
  />
)

/** All parties that the company deals with. */
export function PartyList() {
  const list = useList(filterParties, noFilters, { opens: true })
  return (
    <Screen
      title={t('Parties')}
      source={list}
      failure={t('Failed to fetch parties')}
      actions={
        <LinkButton to="/payments/parties/create" call={createParty}>
          {t('New party')}
        </LinkButton>
      }
    >
      <DataList
        name="parties"
        caption={t('Everybody that we deal with')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Name, trade name, PAN or GSTIN') }}
        quick={quick}
        actions={rowActions}
        nameOf={({ legalName }) => legalName}
        panel={panel}
        exported={exportParties}
        empty={t(
          'There are no parties yet. Enter with New party whom you work for, buy from and give work to: each once, whatever they are.',
        )}
      />
    </Screen>
  )
}
