import { filterBills } from '@plinth/api/money/bills'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'

/** The number of bills shown beside an agreement. */
export const most = 5

/** The last bills of an agreement; one request for all components that use it. */
export function useBillsOfAgreement(agreementId: string, enabled = true) {
  const input = {
    body: { agreementId, sort: { field: 'number', direction: 'desc' }, pagination: { size: most } },
  } as const
  return useQuery({
    queryKey: endpointKey(filterBills, input),
    queryFn: ({ signal }) => call(filterBills, input, { signal }),
    enabled,
  })
}
