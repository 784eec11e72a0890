import { Anchor, Text } from '@mantine/core'
import { contractStatuses } from '@plinth/api/contracts'
import {
  depositFigureLabels,
  depositFigures,
  depositStatuses,
  exportDeposits,
  filterDeposits,
  type RegisteredDeposit,
  registeredDeposit,
  registeredDepositLabels,
} from '@plinth/api/deposits'
import { Link } from '@tanstack/react-router'
import { ContractBadge } from '../contracts/ContractReference.tsx'
import { decimal, optionsOf, plainText, rupees, words } from '../lib/format.ts'
import { anyDay, type FilterValues, useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { DateRangeFilter, FilterGroup, MultiSelectFilter, TextFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DepositBadge, depositActions, depositBulk, depositName } from './DepositList.tsx'

const labels = registeredDepositLabels

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

const columns = columnsOf(registeredDeposit, labels, {
  depositType: { wrap: true },
  status: { show: (status) => <DepositBadge status={status} /> },
  contractName: { wrap: true, show: contractOf },
  contractStatus: { show: (status) => <ContractBadge status={status} /> },
})

const shown = [
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
  depositType: '',
  instrumentNo: '',
  bankName: '',
  bankAccountNo: '',
  accountHolderName: '',
  status: [],
  dateRange: anyDay,
}

const filters = (
  <>
    <FilterGroup title="Contract">
      <TextFilter name="bidId" label={labels.bidId} />
      <TextFilter name="contractName" label={labels.contractName} />
      <MultiSelectFilter name="contractStatus" label={labels.contractStatus} options={optionsOf(contractStatuses)} />
    </FilterGroup>
    <FilterGroup title="Deposit">
      <TextFilter name="depositType" label={labels.depositType} />
      <TextFilter name="instrumentNo" label={labels.instrumentNo} />
      <TextFilter name="bankName" label={labels.bankName} />
      <TextFilter name="bankAccountNo" label={labels.bankAccountNo} />
      <TextFilter name="accountHolderName" label={labels.accountHolderName} />
      <MultiSelectFilter name="status" label={labels.status} options={optionsOf(depositStatuses)} />
      <DateRangeFilter name="dateRange" label="Created" />
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
  const sum = isDays(known) ? `${decimal(total && Math.round(total * 10) / 10)} days` : rupees(total)
  return `${depositFigureLabels[known]}${entry} = ${sum}`
}

const empty = (
  <>
    There are no deposits yet. Open{' '}
    <Anchor component={Link} to="/contracts/list" inherit underline="always">
      a contract
    </Anchor>{' '}
    and record the first one under its Security deposits.
  </>
)

/** The deposits of all contracts. */
export function DepositRegister() {
  const list = useList(filterDeposits, noFilters)
  const total = list.answer?.total
  return (
    <Screen
      title="Deposit register"
      source={list}
      failure="Failed to load security deposits"
      actions={
        <LinkButton variant="default" to="/contracts/contract-deposit">
          Contract deposits
        </LinkButton>
      }
    >
      <DataList
        name="deposit-register"
        caption="Deposits of all contracts"
        list={list}
        columns={columns}
        shown={shown}
        filters={filters}
        figure={figureOf(list.filters, total)}
        actions={depositActions}
        bulk={depositBulk}
        nameOf={depositName}
        exported={exportDeposits}
        empty={empty}
      >
        {list.total > 0 && !isDays(list.filters['figure']) && (
          <Text mb="sm" className="tabular" aria-live="polite">
            Deposits found: <b>{decimal(list.total)}</b>, in total <b>{rupees(total)}</b>
          </Text>
        )}
      </DataList>
    </Screen>
  )
}
