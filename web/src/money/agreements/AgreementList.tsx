import {
  type Agreement,
  type AgreementQuickFilter,
  agreement,
  agreementPricings,
  agreementStatuses,
  countAgreements,
  createAgreement,
  deleteAgreement,
  exportAgreements,
  filterAgreements,
  getAgreement,
  agreementColumnLabels as labels,
  updateAgreement,
} from '@plinth/api/money/agreements'
import { call } from '../../lib/call.ts'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { stateText } from '../../lib/states.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { DueDay } from '../../ui/record/DueDay.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { AgreementStatusCell } from './AgreementStatus.tsx'
import { dueOfAgreement } from './agreement-next.ts'
import { agreementName, agreementPath } from './agreement-words.ts'

const columns = columnsOf(agreement, labels, {
  number: { show: (number, row) => <RowLink to={agreementPath(row)}>{number}</RowLink> },
  name: { wrap: true },
  partyName: { wrap: true },
  contractName: { wrap: true },
  projectName: { wrap: true },
  siteState: { show: (code) => stateText(code) },
  endsOn: { show: (day, row) => <DueDay day={day} due={dueOfAgreement(row)} /> },
  status: { show: (_, row) => <AgreementStatusCell {...row} /> },
  siteAddress: { wrap: true },
  comment: { wrap: true },
})

const shown = ['number', 'name', 'partyName', 'direction', 'status', 'value', 'endsOn'] as const

const card = { called: 'number', facts: ['name', 'status', 'partyName', 'value', 'endsOn'] } as const

const quick: Quick = {
  count: countAgreements,
  groups: [
    ['RECEIVABLE', 'PAYABLE'],
    ['DRAFTS', 'LATE'],
  ] satisfies AgreementQuickFilter[][],
}

const noFilters = {
  search: '',
  quickFilters: [],
  number: '',
  name: '',
  status: [],
  pricing: [],
  dateRange: anyDay,
}

const filters = (
  <>
    <TextFilter name="number" label={translated(labels.number)} />
    <TextFilter name="name" label={translated(labels.name)} />
    <MultiSelectFilter name="status" label={translated(labels.status)} options={optionsOf(agreementStatuses)} />
    <MultiSelectFilter name="pricing" label={translated(labels.pricing)} options={optionsOf(agreementPricings)} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<Agreement> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['value', 'status']}
      facts={[
        'name',
        'partyName',
        'direction',
        'contractName',
        'projectName',
        'agreedOn',
        'startsOn',
        'endsOn',
        'pricing',
      ]}
    />
  ),
  to: agreementPath,
  load: (id) => call(getAgreement, { params: { id } }),
}

const rowActions = (row: Agreement) => (
  <RowActions
    name={agreementName(row)}
    view={agreementPath(row)}
    edit={{ to: `${agreementPath(row)}/edit`, call: updateAgreement }}
    remove={{
      endpoint: deleteAgreement,
      params: { id: row.id },
      confirm: t('Are you sure you want to delete this agreement?'),
      blocked: row.status === 'DRAFT' ? undefined : t('Only a draft can be deleted: this agreement was signed'),
    }}
  />
)

/** All agreements, under which the company is paid or pays. */
export function AgreementList() {
  const list = useList(filterAgreements, noFilters, { opens: true })
  return (
    <Screen
      title={t('Agreements')}
      source={list}
      failure={t('Failed to fetch agreements')}
      actions={
        <>
          <LinkButton
            variant="default"
            to="/payments/agreements/create"
            search={{ direction: 'PAYABLE' }}
            call={createAgreement}
          >
            {t('New work order')}
          </LinkButton>
          <LinkButton to="/payments/agreements/create" call={createAgreement}>
            {t('New agreement')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="agreements"
        caption={t('Under which we are paid, and pay')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Agreement no., name of work or party') }}
        quick={quick}
        actions={rowActions}
        nameOf={agreementName}
        panel={panel}
        exported={exportAgreements}
        empty={t(
          'There are no agreements yet. Enter with New agreement the one with a client, from its contract; with New work order one that we pay under.',
        )}
      />
    </Screen>
  )
}
