import { getSession } from '@plinth/api/access/auth'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

/** Asks the server who is signed in and what they may do by now. */
export const sessionQuery = (user: SessionUser | null) => ({
  queryKey: [...endpointKey(getSession, {}), user?.id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getSession, {}, { signal }),
})
