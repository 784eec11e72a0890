import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { safeParse } from 'zod/v4/core'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { endpointKey, lostLine } from './query-client.ts'
import { denied, useAllowed } from './useAllowed.ts'

export interface Loaded<T> {
  data: T | undefined
  error: CallError | null
  retry: () => void
}

export interface RecordOptions<E extends Endpoint> {
  enabled?: boolean
  /** Other `:params` than those of the present route. */
  params?: CallInput<E>['params']
  query?: CallInput<E>['query']
  /** Makes the call, if it is more than the plain call. */
  by?: (input: CallInput<E>, signal: AbortSignal) => Promise<Answer<E>>
}

/** The error for an address that cannot name a record: the server would only answer 404. */
const absent = new CallError(404, { code: 'not_found', message: 'Not found' })

/** The answer of a GET endpoint for the `:params` of the present route. Always fetched afresh when a screen opens. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { enabled = true, params, query: asked, by }: RecordOptions<E> = {},
): Loaded<Answer<E>> {
  const routeParams = useParams({ strict: false })
  const input = { params: params ?? routeParams, ...(asked && { query: asked }) } as unknown as CallInput<E>
  const may = useAllowed(enabled ? [endpoint] : [], params)
  const isWhole = !enabled || !endpoint.params || safeParse(endpoint.params, input.params).success
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => (by ? by(input, signal) : call(endpoint, input, { signal })),
    enabled: enabled && isWhole && may === true,
    gcTime: 0,
  })
  const refusal = may === false ? denied : isWhole ? null : absent
  const error = refusal ?? (lostLine(query) ? null : (query.error as CallError | null))
  return { data: query.data, error, retry: () => void query.refetch() }
}
