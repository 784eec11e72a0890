import { type Bill, getNextBill, type NextBill } from '@plinth/api/money/bills'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { plainText } from '../../lib/format.ts'
import { endpointKey } from '../../lib/query-client.ts'

type StartedBill = Partial<Pick<Bill, 'agreementId' | 'billDate' | 'uptoDate' | 'id'>>

/** The inputs of the bill in the surrounding form, once its agreement and day are entered. */
export function useNextBill() {
  const { getValues } = useFormContext<StartedBill>()
  const [agreementId, day, uptoDate] = useWatch<StartedBill, ['agreementId', 'billDate', 'uptoDate']>({
    name: ['agreementId', 'billDate', 'uptoDate'],
  })
  const billId = getValues('id')
  const input = {
    params: { agreementId: plainText(agreementId) },
    query: { day: plainText(day), ...(uptoDate && { uptoDate }), ...(billId && { billId }) },
  }
  const query = useQuery({
    queryKey: endpointKey(getNextBill, input),
    queryFn: async ({ signal }) => ({ ...(await call(getNextBill, input, { signal })), of: input.params.agreementId }),
    enabled: Boolean(agreementId && day),
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  // Ignores the response for another agreement.
  const next: NextBill | undefined = query.data?.of === agreementId ? query.data : undefined
  return {
    next,
    /** Whether the percentages shown are still those of another day. */
    isStale: query.isPlaceholderData,
    source: { error: query.error, retry: () => void query.refetch() },
  }
}
