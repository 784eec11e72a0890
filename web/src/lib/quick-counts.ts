import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

/** The result of a quick filter within a search: the number of records, and their total in rupees if they have amounts. */
export interface QuickCount {
  quickFilter: string
  count: number
  amount: number | null
}

/** The query for the counts of all quick filters within a search. */
export const quickCounts = (count: Endpoint, body: object) => ({
  queryKey: endpointKey(count, { body }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(count, { body }, { signal })) as QuickCount[],
})
