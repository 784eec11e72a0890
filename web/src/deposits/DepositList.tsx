import { Anchor, Text } from '@mantine/core'
import { contractStatuses } from '@plinth/api/contracts'
import {
  createDeposit,
  type Deposit,
  type DepositStatus,
  deleteDeposit,
  deposit,
  depositFigureLabels,
  depositFigures,
  depositLabels,
  depositStatuses,
  exportDeposits,
  filterDeposits,
  registeredDepositLabels as labels,
  listDeposits,
  type RegisteredDeposit,
  registeredDeposit,
  updateDeposit,
} from '@plinth/api/deposits'
import { Link, useParams } from '@tanstack/react-router'
import { ContractBadge, ContractLink } from '../contracts/ContractReference.tsx'
import { figureFilters, ledByFigure } from '../contracts/figure-link.ts'
import { decimal, optionsOf, plainText, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { anyDay, type FilterValues } from '../lib/list-address.ts'
import { type List, useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/Columns.tsx'
import { DataList } from '../ui/DataList.tsx'
import { FilterGroup } from '../ui/FilterGroup.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { changeStatusOfEach, deleteEach, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'

export function DepositList() {
  const { contractId = '' } = useParams({ strict: false })
  const list = useList(listDeposits, noDepositFilters)
  return (
    <Screen
      title={t('Security deposits')}
      context={<ContractLink id={contractId} />}
      source={list}
      failure={t('Failed to load security deposits')}
      actions={
        <LinkButton to={`/contracts/${contractId}/security-deposit/new`} call={createDeposit}>
          {t('Add deposit')}
        </LinkButton>
      }
    >
      <DepositTable list={list} />
    </Screen>
  )
}

const tones: Record<DepositStatus, Tone> = {
  SUBMITTED: 'progress',
  RETURNED: 'good',
  PENDING: 'warning',
  DRAFT: 'neutral',
  PENDING_RELEASE: 'warning',
  RELEASED: 'good',
  PENDING_REFUND: 'warning',
  REFUNDED: 'good',
  FORFEITED: 'bad',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
}

const DepositBadge = ({ status }: Pick<Deposit, 'status'>) => <StatusBadge status={status} tones={tones} />

const columns = columnsOf(deposit, depositLabels, {
  status: { show: (status) => <DepositBadge status={status} /> },
})

const shown = [
  'depositType',
  'instrumentNo',
  'amount',
  'depositSubmitedDate',
  'depositeReturnedDate',
  'status',
] as const

const depositName = ({ depositType, instrumentNo }: Deposit) => `${depositType} ${instrumentNo}`

const params = ({ id: depositId, contractId }: Deposit) => ({ contractId, depositId })
const depositBulk = [
  changeStatusOfEach(updateDeposit, depositStatuses, { params }),
  deleteEach(deleteDeposit, 'deposit', { params }),
]

const depositActions = (row: Deposit) => {
  const path = `/contracts/${row.contractId}/security-deposit/${row.id}`
  return (
    <RowActions
      name={depositName(row)}
      view={path}
      edit={{ to: `${path}/edit`, call: updateDeposit }}
      remove={{
        endpoint: deleteDeposit,
        params: params(row),
        confirm: t('Are you sure you want to delete this deposit?'),
      }}
    />
  )
}

export const noDepositFilters = {
  depositType: '',
  instrumentNo: '',
  bankName: '',
  bankAccountNo: '',
  accountHolderName: '',
  status: [],
}

const depositFilters = (
  <>
    <TextFilter name="depositType" label={translated(labels.depositType)} />
    <TextFilter name="instrumentNo" label={translated(labels.instrumentNo)} />
    <TextFilter name="bankName" label={translated(labels.bankName)} />
    <TextFilter name="bankAccountNo" label={translated(labels.bankAccountNo)} />
    <TextFilter name="accountHolderName" label={translated(labels.accountHolderName)} />
    <MultiSelectFilter name="status" label={translated(labels.status)} options={optionsOf(depositStatuses)} />
  </>
)

const isLive = ({ status }: Deposit) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(status)

/** In paise, so that the sum is as exact as its parts. */
const sumOf = (deposits: Deposit[]) => deposits.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** As high on a phone and on a desktop as it will be once it is known. */
const liveTotal = { mb: 'sm', mih: { base: '3.1em', sm: '1.55em' }, className: 'tabular' }

/** What is locked up in the contract, or in those of its deposits that the filters find, whatever page is shown. */
function LiveTotal({ deposits, filtered }: { deposits: Deposit[]; filtered: boolean }) {
  const live = deposits.filter(isLive)
  return (
    <Text {...liveTotal}>
      {filtered ? t('Live deposits found:') : t('Live deposits:')} <b>{live.length}</b>
      {t(', in total')} <b>{rupees(sumOf(live))}</b>{' '}
      <Text span size="sm" c="dimmed">
        {t('(drafts, rejected and cancelled ones are not counted)')}
      </Text>
    </Text>
  )
}

/** The deposits of a contract, and what the live ones add up to. */
export function DepositTable({ list }: { list: List<Deposit> }) {
  return (
    <DataList
      name="deposits"
      caption={t('Security deposits')}
      list={list}
      columns={columns}
      shown={shown}
      filters={depositFilters}
      actions={depositActions}
      bulk={depositBulk}
      nameOf={depositName}
      empty={t('This contract has no deposits yet. Record the first one with Add deposit.')}
    >
      {list.counted ? (
        list.total > 0 && <LiveTotal deposits={list.all} filtered={list.filtered} />
      ) : (
        <Text {...liveTotal} />
      )}
    </DataList>
  )
}

/** The contract and how it stands in one column, which a desk's screen has room for. */
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

const registerColumns = columnsOf(registeredDeposit, labels, {
  depositType: { wrap: true },
  status: { show: (status) => <DepositBadge status={status} /> },
  contractName: { wrap: true, show: contractOf },
  contractStatus: { show: (status) => <ContractBadge status={status} /> },
})

const registerShown = [
  'depositType',
  'instrumentNo',
  'amount',
  'status',
  'depositSubmitedDate',
  'depositeReturnedDate',
  'contractName',
] as const

const noFilters = {
  figure: '',
  figureKey: '',
  bidId: '',
  contractName: '',
  contractStatus: [],
  ...noDepositFilters,
  dateRange: anyDay,
}

const filters = (
  <>
    <FilterGroup title={t('Contract')}>
      <TextFilter name="bidId" label={translated(labels.bidId)} />
      <TextFilter name="contractName" label={translated(labels.contractName)} />
      <MultiSelectFilter
        name="contractStatus"
        label={translated(labels.contractStatus)}
        options={optionsOf(contractStatuses)}
      />
    </FilterGroup>
    <FilterGroup title={t('Deposit')}>
      {depositFilters}
      <DateRangeFilter name="dateRange" label={t('Created')} />
    </FilterGroup>
  </>
)

type Total = number | null | undefined

const isDays = (figure: unknown) => figure === 'average_refund_days'

/** Which figure of the dashboard led here, and what the deposits found come to in it. */
function figureOf({ figure, figureKey }: FilterValues, total: Total): string | undefined {
  const known = depositFigures.find((name) => name === figure)
  if (!known) return undefined
  const entry = figureKey ? ` ${plainText(figureKey)}` : ''
  const sum = isDays(known) ? t('{days} days', { days: decimal(total && Math.round(total * 10) / 10) }) : rupees(total)
  return `${translated(depositFigureLabels[known])}${entry} = ${sum}`
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

/** The deposits of all contracts. */
export function DepositRegister() {
  const list = useList(filterDeposits, noFilters, { linkFilters: figureFilters })
  const total = list.answer?.total
  return (
    <Screen
      title={t('Deposit register')}
      source={list}
      failure={t('Failed to load security deposits')}
      actions={
        <LinkButton variant="default" to="/contracts/contract-deposit">
          {t('Contract deposits')}
        </LinkButton>
      }
    >
      <DataList
        name="deposit-register"
        caption={t('Deposits of all contracts')}
        list={list}
        columns={registerColumns}
        shown={registerShown}
        filters={filters}
        led={ledByFigure(figureOf(list.filters, list.counted ? total : undefined))}
        actions={depositActions}
        bulk={depositBulk}
        nameOf={depositName}
        exported={exportDeposits}
        empty={emptyRegister}
      >
        {!isDays(list.filters['figure']) && (!list.counted || list.total > 0) && (
          <Text mb="sm" mih="1.55em" className="tabular" aria-live="polite">
            {list.counted && (
              <>
                {t('Deposits found:')} <b>{decimal(list.total)}</b>
                {t(', in total')} <b>{rupees(total)}</b>
              </>
            )}
          </Text>
        )}
      </DataList>
    </Screen>
  )
}
