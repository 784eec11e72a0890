import { dueBackSince, standingOf } from '@plinth/api/deposits/deposit-standing'
import { type Deposit, listDepositStatusHistory } from '@plinth/api/deposits/deposits'
import { getContract, listContractStatusHistory } from '@plinth/api/tenders/contracts'
import { dayOf } from '../../lib/days.ts'
import { useRecord } from '../../lib/useRecord.ts'
import type { Course } from './deposit-story.ts'

/** The day since which a record has its current status. */
const sinceOf = (history: { changedAt: string }[] | undefined) => (history?.[0] ? dayOf(history[0].changedAt) : null)

/**
 * The standing of a deposit and the day since which it has it, as the quick filters of the register count: from the result or the
 * end of its contract, or from the day of the contract's status if that day is not entered. Undefined until the contract is loaded.
 */
export function useDepositCourse(deposit: Pick<Deposit, 'id' | 'contractId' | 'status'>): Course | undefined {
  const { id: depositId, contractId } = deposit
  const { data: contract } = useRecord(getContract, { params: { id: contractId } })
  const standing = contract && standingOf(deposit, contract.status)
  const enteredDay = contract ? dueBackSince(contract) : null
  const isDue = standing === 'DUE_BACK' && enteredDay === null
  const contractHistory = useRecord(listContractStatusHistory, { params: { id: contractId }, enabled: isDue })
  const depositHistory = useRecord(listDepositStatusHistory, {
    params: { contractId, depositId },
    enabled: standing === 'ASKED_FOR',
  })
  if (!standing) return undefined
  return {
    standing,
    dueSince: standing === 'DUE_BACK' ? (enteredDay ?? sinceOf(contractHistory.data)) : null,
    askedSince: standing === 'ASKED_FOR' ? sinceOf(depositHistory.data) : null,
  }
}
