import { type DepositExemption, filterDepositExemptions } from '@plinth/api/deposits/deposit-exemptions'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import type { CallError } from '../../lib/call-error.ts'
import { endpointKey } from '../../lib/query-client.ts'
import type { Loaded } from '../../lib/useRecord.ts'

/** The link to the exemptions of a contract: its `to` and `hash`. */
export const exemptionsOf = (contractId: string) => ({ to: `/contracts/${contractId}`, hash: 'exemptions' })

/**
 * The exemptions of a contract, newest first. One page holds them all, because a contract has at most one per purpose and ground.
 * Several parts of a screen share one request.
 */
export function useExemptions(contractId: string): Loaded<DepositExemption[]> {
  const input = { body: { contractId: [contractId], pagination: { page: 0, size: 200 } } }
  const query = useQuery<Answer<typeof filterDepositExemptions>, CallError>({
    queryKey: endpointKey(filterDepositExemptions, input),
    queryFn: ({ signal }) => call(filterDepositExemptions, input, { signal }),
    gcTime: 0,
  })
  return {
    data: query.data?.content,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
  }
}
