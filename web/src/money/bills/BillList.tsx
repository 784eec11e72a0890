import { billKinds, billStatuses } from '@plinth/api/money/bill-states'
import {
  type BillQuickFilter,
  countBills,
  createBill,
  deleteBill,
  exportBills,
  filterBills,
  getBill,
  type ListedBill,
  billColumnLabels as labels,
  listedBill,
  updateBill,
} from '@plinth/api/money/bills'
import { call } from '../../lib/call.ts'
import { optionsOf, plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, DayFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { billName, billPath, billTones, isOpen, listPath } from './bill-words.ts'

const columns = columnsOf(listedBill, labels, {
  name: { show: (name, row) => <RowLink to={billPath(row)}>{name}</RowLink> },
  status: { show: (status) => <StatusBadge status={status} tones={billTones} /> },
  agreementName: { wrap: true },
  partyName: { wrap: true },
  comment: { wrap: true },
  returnReason: { wrap: true },
  cancelReason: { wrap: true },
  takenBackReason: { wrap: true },
}).filter(({ field }) => field !== 'agreementId')

const shown = [
  'name',
  'agreementNumber',
  'agreementName',
  'billDate',
  'status',
  'netClaimed',
  'netPassed',
  'short',
] as const

const card = { called: 'name', facts: ['agreementName', 'status', 'billDate', 'netClaimed', 'netPassed'] } as const

const quick: Quick = {
  count: countBills,
  groups: [['DRAFTS', 'WITH_DEPARTMENT', 'PASSED_SHORT']] satisfies BillQuickFilter[][],
}

const noFilters = {
  search: '',
  quickFilters: [],
  status: [],
  kind: [],
  billFrom: '',
  billTo: '',
  agreementId: '',
  dateRange: anyDay,
}

const linkFilters = [{ name: 'agreementId', label: t('Agreement') }]

const filters = (
  <>
    <MultiSelectFilter name="status" label={translated(labels.status)} options={optionsOf(billStatuses)} />
    <MultiSelectFilter name="kind" label={translated(labels.kind)} options={optionsOf(billKinds)} />
    <DayFilter name="billFrom" label={t('Bill date from')} />
    <DayFilter name="billTo" label={t('Bill date to')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const panel: Panel<ListedBill> = {
  show: (row) => (
    <PanelFacts
      row={row}
      columns={columns}
      figures={['netClaimed', 'netPassed', 'status']}
      facts={[
        'agreementNumber',
        'agreementName',
        'partyName',
        'billDate',
        'uptoDate',
        'workUpto',
        'memoNo',
        'passedOn',
      ]}
    />
  ),
  to: billPath,
  load: (id) => call(getBill, { params: { id } }),
}

const rowActions = (row: ListedBill) => (
  <RowActions
    name={billName(row)}
    view={billPath(row)}
    {...(isOpen(row) && { edit: { to: `${billPath(row)}/edit`, call: updateBill } })}
    remove={{
      endpoint: deleteBill,
      params: { id: row.id },
      confirm: t('Are you sure you want to delete this draft?'),
      blocked: row.status === 'DRAFT' ? undefined : t('Only a draft can be deleted: the department has seen this bill'),
    }}
  />
)

/** All bills of agreements with clients. */
export function BillList() {
  const list = useList(filterBills, noFilters, { linkFilters, opens: true })
  const [first] = list.rows
  const agreementId = plainText(list.filters['agreementId'])
  return (
    <Screen
      title={t('Bills')}
      source={list}
      failure={t('Failed to fetch bills')}
      actions={
        <LinkButton
          to={`${listPath}/create`}
          {...(agreementId && { search: { agreement: agreementId } })}
          call={createBill}
        >
          {t('New bill')}
        </LinkButton>
      }
    >
      <DataList
        name="bills"
        caption={t('Bills to clients, claimed and passed')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Bill, memorandum, agreement or client') }}
        quick={quick}
        led={
          agreementId
            ? {
                text: first ? t('Of {agreement}', { agreement: first.agreementNumber }) : t('Of one agreement'),
                without: t('Show the bills of all agreements'),
              }
            : undefined
        }
        actions={rowActions}
        nameOf={billName}
        panel={panel}
        exported={exportBills}
        empty={t('There are no bills yet. Enter the first with New bill: date and work done up to date are enough.')}
      />
    </Screen>
  )
}
