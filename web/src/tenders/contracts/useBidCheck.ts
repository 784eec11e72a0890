import { filterBgPlans } from '@plinth/api/guarantees/bg-plans'
import { checkBid } from '@plinth/api/guarantees/guarantee-headroom'
import { type Contract, statusesOfCategory } from '@plinth/api/tenders/contracts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'

/** Whether any guarantee is planned for a contract. Needs much less work than the whole check. */
function useHasPlans(contractId: string, enabled: boolean) {
  const body = { contractId: [contractId], state: ['PLANNED' as const], pagination: { page: 0, size: 1 } }
  const { data } = useQuery({
    queryKey: endpointKey(filterBgPlans, { body }),
    queryFn: ({ signal }) => call(filterBgPlans, { body }, { signal }),
    enabled,
    gcTime: 0,
  })
  return data !== undefined && data.totalElements > 0
}

/**
 * The bid check of a contract, and whether the page shows it: until the work begins, and as long as guarantees are
 * planned. Several parts of a screen share one request; without permission to see limits nothing is requested.
 */
export function useBidCheck({ id, status }: Pick<Contract, 'id' | 'status'>) {
  const maySee = useCan(checkBid)
  const isAhead = statusesOfCategory['Pre-Project'].includes(status)
  const hasPlans = useHasPlans(id, maySee && !isAhead)
  const check = useRecord(checkBid, { enabled: maySee && (isAhead || hasPlans), params: { id } })
  // Some planned guarantees may no longer count, so the check itself must contain one.
  const isPlanned = hasPlans && check.data?.plans.some(({ planId }) => planId !== null) === true
  return { check, isShown: maySee && (isAhead || isPlanned) }
}

/** The title of the check. Once the bid is won, it is about the guarantees needed, not about bidding. */
export const questionOf = ({ status }: Pick<Contract, 'status'>) =>
  status === 'DRAFT' || status === 'SUBMITTED' ? t('Can we bid?') : t('Guarantees it needs')
