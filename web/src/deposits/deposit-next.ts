import type { ContractStatus } from '@plinth/api/contracts'
import type { Deposit } from '@plinth/api/deposits'
import { isBack, type Standing, standingOf } from './deposit-standing.ts'

export type DepositStep = 'SUBMIT' | 'ASK_BACK' | 'RECORD_RETURN' | 'ENTER_DAY'

const byStanding: Partial<Record<Standing, DepositStep>> = { DUE_BACK: 'ASK_BACK', ASKED_FOR: 'RECORD_RETURN' }

type Case = Pick<Deposit, 'status' | 'depositeReturnedDate' | 'receivedAmount'>

/** The one thing to do next about a deposit of a contract that has this status; for who may not change it there is none. */
export function nextOfDeposit(
  deposit: Case,
  contractStatus: ContractStatus,
  mayEdit: boolean,
): DepositStep | undefined {
  if (!mayEdit) return undefined
  const known = byStanding[standingOf(deposit, contractStatus)]
  if (known) return known
  // What was carried over as a whole never came back.
  if (isBack(deposit)) return deposit.depositeReturnedDate || deposit.receivedAmount === 0 ? undefined : 'ENTER_DAY'
  return deposit.status === 'DRAFT' || deposit.status === 'PENDING' ? 'SUBMIT' : undefined
}
