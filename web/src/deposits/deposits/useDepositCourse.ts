import { type Deposit, listDepositStatusHistory } from '@plinth/api/deposits/deposits'
import { getContract, listContractStatusHistory } from '@plinth/api/tenders/contracts'
import { dayOf } from '../../lib/days.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { dueBackSince, standingOf } from './deposit-standing.ts'
import type { Course } from './deposit-story.ts'

/** Since when a record has the status that it has. */
const sinceOf = (history: { changedAt: string }[] | undefined) => (history?.[0] ? dayOf(history[0].changedAt) : null)

/**
 * Where the money of a deposit stands and since when, as the quick filters of the register count it: by the result or the end of
 * its contract, or since that has its status where neither is entered. Undefined until the contract is there.
 */
export function useDepositCourse(deposit: Pick<Deposit, 'id' | 'contractId' | 'status'>): Course | undefined {
  const { id: depositId, contractId } = deposit
  const { data: contract } = useRecord(getContract, { params: { id: contractId } })
  const standing = contract && standingOf(deposit, contract.status)
  const entered = contract ? dueBackSince(contract) : null
  const isDue = standing === 'DUE_BACK' && entered === null
  const ofContract = useRecord(listContractStatusHistory, { params: { id: contractId }, enabled: isDue })
  const own = useRecord(listDepositStatusHistory, {
    params: { contractId, depositId },
    enabled: standing === 'ASKED_FOR',
  })
  if (!standing) return undefined
  return {
    standing,
    dueSince: standing === 'DUE_BACK' ? (entered ?? sinceOf(ofContract.data)) : null,
    askedSince: standing === 'ASKED_FOR' ? sinceOf(own.data) : null,
  }
}
