import { getSession } from '@plinth/api/access/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

/** Asks the server for the signed-in user and their current permissions. */
export const sessionQuery = (user: SessionUser | null) => ({
  queryKey: [...endpointKey(getSession, {}), user?.id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getSession, {}, { signal }),
})
