import { Anchor, Text } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import { isLive } from '@plinth/api/deposits/deposit-standing'
import {
  countDeposits,
  type DepositQuickFilter,
  depositFigureLabels,
  depositFigures,
  depositGroups,
  exportDeposits,
  filterDeposits,
  getDeposit,
  registeredDepositLabels as labels,
  listDepositGroups,
  type RegisteredDeposit,
  registeredDeposit,
} from '@plinth/api/deposits/deposits'
import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { uploadDeposits } from '@plinth/api/platform/deposit-imports'
import { contractStatuses } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { CompleteLink, isWithout } from '../../guarantees/instruments/CompleteLink.tsx'
import { RunsOut } from '../../guarantees/instruments/RunsOut.tsx'
import { call } from '../../lib/call.ts'
import { dash, decimal, optionsOf, plainText, roundDays, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay, type FilterValues } from '../../lib/list-address.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useList } from '../../lib/useList.ts'
import { ContractBadge } from '../../tenders/contracts/ContractReference.tsx'
import { figureFilters, ledByFigure } from '../../tenders/contracts/figure-link.ts'
import { noOfficeFilters, officeFilters } from '../../tenders/offices/OfficeFilters.tsx'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { FilterGroup } from '../../ui/list/FilterGroup.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { DueDay } from '../../ui/record/DueDay.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import {
  columnLabelsOf,
  DepositStatusCell,
  depositActions,
  depositBulk,
  depositFilters,
  depositInPlace,
  depositName,
  noDepositFilters,
} from './DepositColumns.tsx'
import classes from './DepositRegister.module.css'
import { noReleaseFilters, releaseFilters } from './ReleaseFilters.tsx'
import { overdueText } from './release-words.ts'

// A lazy part, because few visits open a record.
const DepositPanel = lazyPart(() => import('./DepositPanel.tsx'), 'DepositPanel', { waiting: <PanelWaiting /> })

/** The contract and its status in one column, because a desktop screen has no room for two. */
const contractOf = (name: string, { contractId, contractStatus }: RegisteredDeposit) => (
  <>
    <Anchor component={Link} to={`/contracts/${contractId}`} inherit>
      {name}
    </Anchor>
    <Text size="xs" c="dimmed">
      {words(contractStatus)}
    </Text>
  </>
)

/** The due day, with the days overdue below it. */
const dueOf = (day: string | null, { daysOverdue }: RegisteredDeposit) => (
  <DueDay day={day} due={daysOverdue === null ? undefined : { text: overdueText(daysOverdue), isLate: true }} />
)

const registerColumns = columnsOf(
  registeredDeposit,
  columnLabelsOf(labels),
  {
    depositType: { show: (type) => <span className={classes['type']}>{type}</span> },
    // A deposit that was never paid has no open amount.
    openAmount: { show: (amount, deposit) => (isLive(deposit) ? rupees(amount) : dash) },
    instrumentNo: { show: (no, deposit) => <RowLink to={depositPath(deposit)}>{no}</RowLink> },
    status: { show: (_, deposit) => <DepositStatusCell {...deposit} /> },
    contractName: { wrap: true, show: contractOf },
    department: { wrap: true },
    officeName: { wrap: true },
    dueOn: { show: dueOf },
    contractStatus: { show: (status) => <ContractBadge status={status} /> },
    instrumentEndsOn: {
      show: (endsOn, { instrumentState: state }) => (state ? <RunsOut endsOn={endsOn} state={state} /> : dash),
    },
  },
  depositInPlace,
)

const panel: Panel<RegisteredDeposit> = {
  show: (deposit) => (
    <DepositPanel deposit={deposit} columns={registerColumns}>
      <Text size="sm" mb="xs">
        {contractOf(deposit.contractName, deposit)}
      </Text>
    </DepositPanel>
  ),
  to: depositPath,
  // The call needs the contract, which only the last row knows.
  load: (depositId, last) =>
    last &&
    call(getDeposit, { params: { contractId: last.contractId, depositId } }).then((now) => ({ ...last, ...now })),
}

const registerShown = [
  'depositType',
  'instrumentNo',
  'amount',
  'openAmount',
  'dueOn',
  'status',
  'depositeReturnedDate',
  'contractName',
] as const

const card = {
  called: 'instrumentNo',
  facts: ['status', 'openAmount', 'dueOn', 'contractName'],
} as const

const noFilters = {
  search: '',
  quickFilters: [],
  figure: '',
  figureKey: '',
  bidId: '',
  contractName: '',
  contractStatus: [],
  ...noOfficeFilters,
  ...noDepositFilters,
  instrumentKind: [],
  ...noReleaseFilters,
  dateRange: anyDay,
}

const quick: Quick = {
  count: countDeposits,
  groups: [
    ['HELD', 'RUNNING', 'DUE_BACK', 'ASKED_FOR', 'IN_DISPUTE', 'FORFEITED', 'RETURNED_WITHOUT_A_DAY'],
    ['OVERDUE'],
    ['WITHOUT_INSTRUMENT'],
  ] satisfies DepositQuickFilter[][],
}

export const filters = (
  <>
    <FilterGroup title={t('Contract')}>
      <TextFilter name="bidId" label={translated(labels.bidId)} />
      <TextFilter name="contractName" label={translated(labels.contractName)} />
      <MultiSelectFilter
        name="contractStatus"
        label={translated(labels.contractStatus)}
        options={optionsOf(contractStatuses)}
      />
      {officeFilters}
    </FilterGroup>
    <FilterGroup title={t('When it comes back')}>{releaseFilters}</FilterGroup>
    <FilterGroup title={t('Deposit')}>
      {depositFilters}
      <MultiSelectFilter
        name="instrumentKind"
        label={translated(labels.instrumentKind)}
        options={optionsOf(instrumentKinds)}
      />
      <DateRangeFilter name="dateRange" label={t('Created')} />
    </FilterGroup>
  </>
)

type Total = number | null | undefined

const isDays = (figure: unknown) => figure === 'average_refund_days'

/** The dashboard figure that led here, with its value for the deposits found. */
function figureOf({ figure, figureKey }: FilterValues, total: Total): string | undefined {
  const figureName = depositFigures.find((name) => name === figure)
  if (!figureName) return undefined
  const entry = figureKey ? ` ${plainText(figureKey)}` : ''
  const sum = isDays(figureName) ? roundDays(total ?? null) : rupees(total)
  return `${translated(depositFigureLabels[figureName])}${entry} = ${sum}`
}

const emptyRegister = (
  <>
    {t('There are no deposits yet. Open')}{' '}
    <Anchor component={Link} to="/contracts/list" inherit underline="always">
      {t('a contract')}
    </Anchor>{' '}
    {t('and record the first one under its Security deposits.')}
  </>
)

const grouping: Grouping = {
  endpoint: listDepositGroups,
  fields: depositGroups,
  entity: registeredDeposit,
  amounts: { amount: t('Amount'), held: t('Held') },
}

/** The deposits of all contracts. */
export function DepositRegister() {
  const list = useList(filterDeposits, noFilters, { linkFilters: figureFilters, groups: depositGroups, opens: true })
  const total = list.answer?.total
  return (
    <Screen
      title={t('Deposit register')}
      source={list}
      failure={t('Failed to load security deposits')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/money">
            {t('Money with departments')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/contract-deposit">
            {t('Contract deposits')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/deposit-upload" call={uploadDeposits}>
            {t('Upload deposits')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/instruments">
            {t('Instruments')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/release-rules">
            {t('Rules of release')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="deposit-register"
        caption={t('Deposits of all contracts')}
        list={list}
        columns={registerColumns}
        shown={registerShown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Contract, bid ID, department, type, instrument or bank') }}
        quick={quick}
        led={ledByFigure(figureOf(list.filters, list.counted ? total : undefined))}
        actions={depositActions}
        bulk={depositBulk}
        nameOf={depositName}
        grouping={grouping}
        panel={panel}
        exported={exportDeposits}
        empty={emptyRegister}
      >
        {!isDays(list.filters['figure']) && (
          <Text mb="sm" mih="1.55em" className="tabular" aria-live="polite">
            {list.counted && (
              <>
                {t('Deposits found:')} <b>{decimal(list.total)}</b>
                {t(', in total')} <b>{rupees(total)}</b>
                {isWithout(list.filters) && list.total > 0 && <CompleteLink />}
              </>
            )}
          </Text>
        )}
      </DataList>
    </Screen>
  )
}
