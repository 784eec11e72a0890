import { type Contract, statusesOfCategory } from '@plinth/api/contracts'
import { checkBid } from '@plinth/api/guarantee-headroom'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'

/**
 * Whether the limits of the banks are enough for a contract, and whether that is shown of it: until the work begins, and as long as
 * guarantees are planned. What several parts of a screen ask is fetched once; who may not see limits asks nothing.
 */
export function useBidCheck({ id, status }: Pick<Contract, 'id' | 'status'>) {
  const maySee = useCan(checkBid)
  const check = useRecord(checkBid, { enabled: maySee, params: { id } })
  const isAhead = statusesOfCategory['Pre-Project'].includes(status)
  const isPlanned = check.data?.plans.some(({ planId }) => planId !== null) === true
  return { check, isShown: maySee && (isAhead || isPlanned) }
}

/** What is asked of a contract in this status: once the bid is won, whether it can be kept. */
export const questionOf = ({ status }: Pick<Contract, 'status'>) =>
  status === 'DRAFT' || status === 'SUBMITTED' ? t('Can we bid?') : t('Guarantees it needs')
