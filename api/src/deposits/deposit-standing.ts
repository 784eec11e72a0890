import { inRupees, sumInPaise } from '../kernel/paise.ts'
import type { ContractStatus } from '../tenders/contracts.ts'
import type { Deposit, DepositStatus } from './deposits.ts'

/** The standing of a deposit. The first four are held, and are the same as the quick filters of the register. */
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
const requestedStatuses: readonly DepositStatus[] = ['PENDING_REFUND', 'PENDING_RELEASE']
const overStatuses: readonly ContractStatus[] = ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED']
const lostStatuses: readonly ContractStatus[] = ['REJECTED', 'CANCELLED']

/** The standing of a deposit whose contract has this status. */
export function standingOf({ status }: Pick<Deposit, 'status'>, contractStatus: ContractStatus): Standing {
  const standing = byStatus[status]
  if (standing) return standing
  if (contractStatus === 'DISPUTE') return 'IN_DISPUTE'
  if (requestedStatuses.includes(status)) return 'ASKED_FOR'
  return overStatuses.includes(contractStatus) ? 'DUE_BACK' : 'RUNNING'
}

const heldStandings: readonly Standing[] = ['RUNNING', 'DUE_BACK', 'ASKED_FOR', 'IN_DISPUTE']
export const isHeld = (standing: Standing) => heldStandings.includes(standing)

/** The day since which the deposits of a contract are due back: the result or the actual end; null if not entered. */
export const dueBackSince = (contract: {
  status: ContractStatus
  resultDate: string | null
  actualEndDate: string | null
}) => (lostStatuses.includes(contract.status) ? contract.resultDate : contract.actualEndDate)

/** Whether a deposit with this status is held; the contract does not matter. */
export const isHeldBy = ({ status }: Pick<Deposit, 'status'>) => byStatus[status] === undefined

/** Whether a deposit was paid, even if it is settled by now. */
export const isLive = ({ status }: Pick<Deposit, 'status'>) => byStatus[status] !== 'UNPAID'

const returnedStatuses: readonly string[] = ['REFUNDED', 'RETURNED', 'RELEASED'] satisfies DepositStatus[]
export const isBack = ({ status }: { status: string }) => returnedStatuses.includes(status)

/** Whether a deposit is an EMD, by the same rule as the quick filter for securities to be lodged. */
export const isEmd = ({ depositType }: Pick<Deposit, 'depositType'>) => /\bEMD\b|earnest/i.test(depositType)

/** The amounts of a deposit that can be added up. */
export type Sum = 'amount' | 'receivedAmount' | 'lostAmount' | 'openAmount'

export const sumOf = (deposits: readonly Pick<Deposit, Sum>[], field: Sum = 'amount') =>
  inRupees(sumInPaise(deposits.map((deposit) => deposit[field])))

/** The total of deposits in rupees. Carried money counts only in the deposit that it was carried into. */
export const amountOf = (deposits: readonly Pick<Deposit, 'amount' | 'carriedAmount'>[]) =>
  inRupees(sumInPaise(deposits.flatMap(({ amount, carriedAmount }) => [amount, -carriedAmount])))
