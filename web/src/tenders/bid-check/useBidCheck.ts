import { filterBgPlans } from '@plinth/api/guarantees/bg-plans'
import { checkBid } from '@plinth/api/guarantees/guarantee-headroom'
import { type Contract, statusesOfCategory } from '@plinth/api/tenders/contracts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'

/** Whether any guarantee is planned for a contract, which is much less to find than the whole check. */
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
 * Whether the limits of the banks are enough for a contract, and whether that is shown of it: until the work begins, and as long as
 * guarantees are planned. What several parts of a screen ask is fetched once; who may not see limits asks nothing.
 */
export function useBidCheck({ id, status }: Pick<Contract, 'id' | 'status'>) {
  const maySee = useCan(checkBid)
  const isAhead = statusesOfCategory['Pre-Project'].includes(status)
  const hasPlans = useHasPlans(id, maySee && !isAhead)
  const check = useRecord(checkBid, { enabled: maySee && (isAhead || hasPlans), params: { id } })
  // Of those that are planned some do not count any more.
  const isPlanned = hasPlans && check.data?.plans.some(({ planId }) => planId !== null) === true
  return { check, isShown: maySee && (isAhead || isPlanned) }
}

/** What is asked of a contract in this status: once the bid is won, whether it can be kept. */
export const questionOf = ({ status }: Pick<Contract, 'status'>) =>
  status === 'DRAFT' || status === 'SUBMITTED' ? t('Can we bid?') : t('Guarantees it needs')
