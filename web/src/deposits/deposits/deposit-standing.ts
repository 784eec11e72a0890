import type { Deposit, DepositStatus } from '@plinth/api/deposits/deposits'
import { inRupees, sumInPaise } from '@plinth/api/kernel/paise'
import type { ContractStatus } from '@plinth/api/tenders/contracts'

/** Where the money of a deposit stands. The first four are held; the quick filters of the register mean the same by them. */
export type Standing = 'RUNNING' | 'DUE_BACK' | 'ASKED_FOR' | 'IN_DISPUTE' | 'BACK' | 'FORFEITED' | 'UNPAID'

const byStatus: Partial<Record<DepositStatus, Standing>> = {
  DRAFT: 'UNPAID',
  REJECTED: 'UNPAID',
  CANCELLED: 'UNPAID',
  REFUNDED: 'BACK',
  RETURNED: 'BACK',
  RELEASED: 'BACK',
  FORFEITED: 'FORFEITED',
}
const asked: readonly DepositStatus[] = ['PENDING_REFUND', 'PENDING_RELEASE']
const over: readonly ContractStatus[] = ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED']
const unwon: readonly ContractStatus[] = ['REJECTED', 'CANCELLED']

/** Where the money of a deposit stands, of a contract that has this status. */
export function standingOf({ status }: Pick<Deposit, 'status'>, contractStatus: ContractStatus): Standing {
  const known = byStatus[status]
  if (known) return known
  if (contractStatus === 'DISPUTE') return 'IN_DISPUTE'
  if (asked.includes(status)) return 'ASKED_FOR'
  return over.includes(contractStatus) ? 'DUE_BACK' : 'RUNNING'
}

const held: readonly Standing[] = ['RUNNING', 'DUE_BACK', 'ASKED_FOR', 'IN_DISPUTE']
export const isHeld = (standing: Standing) => held.includes(standing)

/** The day since when deposits of a contract are due back, where it is entered: its result, or the end of the work. */
export const dueBackSince = (contract: {
  status: ContractStatus
  resultDate: string | null
  actualEndDate: string | null
}) => (unwon.includes(contract.status) ? contract.resultDate : contract.actualEndDate)

/** Whether a deposit is held that has this status, whatever its contract has. */
export const isHeldBy = ({ status }: Pick<Deposit, 'status'>) => byStatus[status] === undefined

/** Paid, whatever became of it since. */
export const isLive = ({ status }: Pick<Deposit, 'status'>) => byStatus[status] !== 'UNPAID'

const back: readonly string[] = ['REFUNDED', 'RETURNED', 'RELEASED'] satisfies DepositStatus[]
export const isBack = ({ status }: { status: string }) => back.includes(status)

/** As the quick filter for securities that are to be lodged tells an earnest money deposit from a security. */
export const isEmd = ({ depositType }: Pick<Deposit, 'depositType'>) => /\bEMD\b|earnest/i.test(depositType)

/** What is added up of deposits: what they came to, or what became of that. */
export type Sum = 'amount' | 'receivedAmount' | 'lostAmount' | 'openAmount'

export const sumOf = (deposits: readonly Pick<Deposit, Sum>[], field: Sum = 'amount') =>
  inRupees(sumInPaise(deposits.map((deposit) => deposit[field])))

/** What deposits come to. Money that was carried from one into another counts where it lies. */
export const amountOf = (deposits: readonly Pick<Deposit, 'amount' | 'carriedAmount'>[]) =>
  inRupees(sumInPaise(deposits.flatMap(({ amount, carriedAmount }) => [amount, -carriedAmount])))
