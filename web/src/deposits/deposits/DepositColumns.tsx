import { depositPath } from '@plinth/api/deposits/deposit-path'
import {
  type Deposit,
  type DepositStatus,
  deleteDeposit,
  depositStatuses,
  registeredDepositLabels as labels,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { changeStatusOfEach, deleteEach } from '../../ui/list/bulk-action.ts'
import { MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import type { InPlace } from '../../ui/record/InPlace.tsx'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import { useReturnDay } from './useReturnDay.tsx'

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

/** The status of a deposit. Users who may edit contracts can change it here. */
export function DepositStatusCell(deposit: Deposit) {
  const { ask, dialog } = useReturnDay(deposit)
  return (
    <>
      <StatusChoice
        name={depositName(deposit)}
        record={deposit}
        statuses={depositStatuses}
        endpoint={updateDeposit}
        params={params(deposit)}
        ask={ask}
      >
        <DepositBadge status={deposit.status} />
      </StatusChoice>
      {dialog}
    </>
  )
}

/** The labels of columns: those of the deposit without its ids, which no list shows. */
export const columnLabelsOf = <L extends Record<'instrumentId' | 'officeId' | 'ownerId', string>>({
  instrumentId: _,
  officeId: __,
  ownerId: ___,
  ...read
}: L) => read

export const depositName = ({ depositType, instrumentNo }: Pick<Deposit, 'depositType' | 'instrumentNo'>) =>
  [depositType, instrumentNo].filter(Boolean).join(' ')

/** The fields of a deposit that can be edited inside a list. */
export const depositInPlace: InPlace<Deposit> = {
  endpoint: updateDeposit,
  params: (deposit) => params(deposit),
  nameOf: depositName,
  fields: {
    amount: [],
    depositCreatedDate: [],
    depositSubmitedDate: [],
    depositeReturnedDate: [],
    depositTransferedOwnAcDate: [],
  },
}

const params = ({ id: depositId, contractId }: Deposit) => ({ contractId, depositId })
export const depositBulk = [
  changeStatusOfEach(updateDeposit, 'deposit', depositStatuses, { params }),
  deleteEach(deleteDeposit, 'deposit', { params }),
]

export const depositActions = (row: Deposit) => {
  const path = depositPath(row)
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

export const depositFilters = (
  <>
    <TextFilter name="depositType" label={translated(labels.depositType)} />
    <TextFilter name="instrumentNo" label={translated(labels.instrumentNo)} />
    <TextFilter name="bankName" label={translated(labels.bankName)} />
    <TextFilter name="bankAccountNo" label={translated(labels.bankAccountNo)} />
    <TextFilter name="accountHolderName" label={translated(labels.accountHolderName)} />
    <MultiSelectFilter name="status" label={translated(labels.status)} options={optionsOf(depositStatuses)} />
  </>
)
