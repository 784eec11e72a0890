import { Text } from '@mantine/core'
import {
  createDeposit,
  type Deposit,
  type DepositStatus,
  deleteDeposit,
  listDeposits,
  updateDeposit,
} from '@plinth/api/deposits'
import { useParams } from '@tanstack/react-router'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { dayText, rupees } from '../lib/format.ts'
import { type List, useList } from '../lib/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { RowActions } from '../ui/RowActions.tsx'
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

const columns: Column<Deposit>[] = [
  { field: 'depositType', label: 'Type' },
  { field: 'instrumentNo', label: 'Instrument no.' },
  { field: 'amount', label: 'Amount', show: rupees, align: 'right' },
  { field: 'depositSubmitedDate', label: 'Submitted', show: dayText },
  { field: 'depositeReturnedDate', label: 'Returned', show: dayText },
  { field: 'status', label: 'Status', show: (status) => <StatusBadge status={status} tones={tones} /> },
]

const rowActions = ({ id: depositId, contractId, depositType, instrumentNo }: Deposit) => {
  const path = `/contracts/${contractId}/security-deposit/${depositId}`
  return (
    <RowActions
      name={`${depositType} ${instrumentNo}`}
      view={path}
      edit={{ to: `${path}/edit`, call: updateDeposit }}
      remove={{
        endpoint: deleteDeposit,
        params: { contractId, depositId },
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
    <>
      {list.total > 0 && <LiveTotal deposits={list.all} />}
      <DataTable
        caption="Security deposits"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="This contract has no deposits yet. Record the first one with Add deposit."
      />
      <Pager list={list} />
    </>
  )
}
