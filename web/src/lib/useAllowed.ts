import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { mayCall, type SessionUser } from '@plinth/api/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CallError } from './call-error.ts'
import { useUser } from './session.ts'
import { sessionQuery } from './session-query.ts'

/**
 * Whether the user may make all of these calls with the parameters of the present route or `params`. Undefined while the server is asked
 * once more: the permissions in the browser may be older than a change to a role.
 */
export function useAllowed(endpoints: readonly Endpoint[], params?: unknown): boolean | undefined {
  const user = useUser()
  const routeParams = useParams({ strict: false })
  const may = (whom: SessionUser) =>
    endpoints.every(({ allow }) => mayCall(allow, whom, { ...routeParams, ...Object(params) }))
  const known = user === null ? endpoints.every(({ allow }) => allow === 'public') : may(user)
  const { data, isFetching } = useQuery({
    ...sessionQuery(user),
    enabled: user !== null && !known,
    staleTime: 10_000,
  })
  if (known || (data && may(data))) return true
  return isFetching ? undefined : false
}

/** The answer of the server to a call that is not permitted, without asking it. */
export const denied = new CallError(403, { code: 'forbidden', message: 'You do not have permission to do this.' })
