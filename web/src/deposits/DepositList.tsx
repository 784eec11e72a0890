import { Text } from '@mantine/core'
import {
  createDeposit,
  type Deposit,
  type DepositStatus,
  deleteDeposit,
  deposit,
  depositLabels,
  depositStatuses,
  listDeposits,
  updateDeposit,
} from '@plinth/api/deposits'
import { useParams } from '@tanstack/react-router'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { rupees } from '../lib/format.ts'
import { type List, useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { changeStatusOfEach, deleteEach, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'

export function DepositList() {
  const { contractId = '' } = useParams({ strict: false })
  const list = useList(listDeposits, {})
  return (
    <Screen
      title="Security deposits"
      context={<ContractLink id={contractId} />}
      source={list}
      failure="Failed to load security deposits"
      actions={
        <LinkButton to={`/contracts/${contractId}/security-deposit/new`} call={createDeposit}>
          Add deposit
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

export const DepositBadge = ({ status }: Pick<Deposit, 'status'>) => <StatusBadge status={status} tones={tones} />

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

export const depositName = ({ depositType, instrumentNo }: Deposit) => `${depositType} ${instrumentNo}`

const params = ({ id: depositId, contractId }: Deposit) => ({ contractId, depositId })
export const depositBulk = [
  changeStatusOfEach(updateDeposit, depositStatuses, { params }),
  deleteEach(deleteDeposit, 'deposit', { params }),
]

export const depositActions = (row: Deposit) => {
  const path = `/contracts/${row.contractId}/security-deposit/${row.id}`
  return (
    <RowActions
      name={depositName(row)}
      view={path}
      edit={{ to: `${path}/edit`, call: updateDeposit }}
      remove={{
        endpoint: deleteDeposit,
        params: params(row),
        confirm: 'Are you sure you want to delete this deposit?',
      }}
    />
  )
}

const isLive = ({ status }: Deposit) => !['DRAFT', 'REJECTED', 'CANCELLED'].includes(status)

/** In paise, so that the sum is as exact as its parts. */
const sumOf = (deposits: Deposit[]) => deposits.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** What is locked up in the contract, whatever page of its deposits is shown. */
function LiveTotal({ deposits }: { deposits: Deposit[] }) {
  const live = deposits.filter(isLive)
  return (
    <Text mb="sm" className="tabular">
      Live deposits: <b>{live.length}</b>, in total <b>{rupees(sumOf(live))}</b>{' '}
      <Text span size="sm" c="dimmed">
        (drafts, rejected and cancelled ones are not counted)
      </Text>
    </Text>
  )
}

/** The deposits of a contract, and what the live ones add up to. */
export function DepositTable({ list }: { list: List<Deposit> }) {
  return (
    <DataList
      name="deposits"
      caption="Security deposits"
      list={list}
      columns={columns}
      shown={shown}
      actions={depositActions}
      bulk={depositBulk}
      nameOf={depositName}
      empty="This contract has no deposits yet. Record the first one with Add deposit."
    >
      {list.total > 0 && <LiveTotal deposits={list.all} />}
    </DataList>
  )
}
