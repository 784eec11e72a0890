import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type CallError, call } from './call.ts'
import { endpointKey } from './query-client.ts'

export interface Loaded<T> {
  data: T | undefined
  error: CallError | null
  retry: () => void
}

interface Options<E extends Endpoint> {
  enabled?: boolean
  /** Other `:params` than those of the present route. */
  params?: CallInput<E>['params']
}

/** What a GET endpoint answers for the `:params` of the present route. Always fetched afresh when a screen opens. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { enabled = true, params }: Options<E> = {},
): Loaded<Answer<E>> {
  const routeParams = useParams({ strict: false })
  const input = { params: params ?? routeParams } as unknown as CallInput<E>
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled,
    gcTime: 0,
  })
  return { data: query.data, error: query.error as CallError | null, retry: () => void query.refetch() }
}
