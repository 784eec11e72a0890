import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

/** What a quick filter leaves of a search: how many records, and what they come to in rupees where they have amounts. */
export interface QuickCount {
  quickFilter: string
  count: number
  amount: number | null
}

/** Asks a call of `quickCounts` for what each quick filter leaves of a search. */
export const quickCounts = (count: Endpoint, body: object) => ({
  queryKey: endpointKey(count, { body }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(count, { body }, { signal })) as QuickCount[],
})
