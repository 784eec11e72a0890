import { checkRefundRequest, type RefundRequest } from '@plinth/api/deposits/refund-requests'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'

/** The current letter of a stored draft. */
export function useStoredLetter(request: RefundRequest) {
  const { id: requestId, officeId, language, letterOn, toParent, subject, body: text, enclosures } = request
  const deposits = request.deposits.map(({ depositId, amount }) => ({ depositId, amount }))
  const body = { requestId, officeId, language, letterOn, toParent, subject, body: text, enclosures, deposits }
  const { data, error, refetch } = useQuery({
    queryKey: endpointKey(checkRefundRequest, { body }),
    queryFn: ({ signal }) => call(checkRefundRequest, { body }, { signal }),
    gcTime: 0,
  })
  return { data, error, retry: () => void refetch() }
}
