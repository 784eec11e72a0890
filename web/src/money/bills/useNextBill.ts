import { type Bill, getNextBill, type NextBill } from '@plinth/api/money/bills'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { plainText } from '../../lib/format.ts'
import { endpointKey } from '../../lib/query-client.ts'

type Begun = Partial<Pick<Bill, 'agreementId' | 'billDate' | 'uptoDate' | 'id'>>

/** What the bill of the surrounding form is computed from, once its agreement and day are there. */
export function useNextBill() {
  const { getValues } = useFormContext<Begun>()
  const [agreementId, day, uptoDate] = useWatch<Begun, ['agreementId', 'billDate', 'uptoDate']>({
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
  // What was asked for another agreement says nothing of this one.
  const next: NextBill | undefined = query.data?.of === agreementId ? query.data : undefined
  return {
    next,
    /** The percentages of another day are still shown. */
    isStale: query.isPlaceholderData,
    source: { error: query.error, retry: () => void query.refetch() },
  }
}
