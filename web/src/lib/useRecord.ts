import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type CallError, call, endpointKey, newKey } from './call.ts'

export interface Loaded<T> {
  data: T | undefined
  error: CallError | null
  retry: () => void
}

interface Options<E extends Endpoint> {
  enabled?: boolean
  /** Other `:params` than those of the present route. */
  params?: CallInput<E>['params']
  query?: CallInput<E>['query']
}

/** What a GET endpoint answers for the `:params` of the present route. Always fetched afresh when a screen opens. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { enabled = true, params, query: asked }: Options<E> = {},
): Loaded<Answer<E>> {
  const routeParams = useParams({ strict: false })
  const input = { params: params ?? routeParams, ...(asked && { query: asked }) } as unknown as CallInput<E>
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled,
    gcTime: 0,
  })
  return { data: query.data, error: query.error as CallError | null, retry: () => void query.refetch() }
}

/**
 * Writes a record for the `:params` of the present route, then marks every cached answer stale. One form has one
 * Idempotency-Key, so that sending it twice creates one record. Once the session has ended nothing is fetched anew.
 */
export function useSave({ endsSession = false } = {}) {
  const params = useParams({ strict: false })
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newKey)
  return async function save<E extends Endpoint>(endpoint: E, body: unknown): Promise<Answer<E>> {
    const input = { params, body } as unknown as CallInput<E>
    const stored = await call(endpoint, input, endpoint.status === 201 ? { idempotencyKey } : {})
    if (!endsSession) void queryClient.invalidateQueries()
    return stored
  }
}

interface Asking {
  enabled?: boolean
  /** Characters to type before anything is asked. */
  minLength?: number
  retry?: false
}

/** What a search by keyword finds, asked for when the typing pauses; the answer before stays until the next is there. */
export function useSuggestions<E extends Endpoint>(
  endpoint: E,
  typed: string,
  { enabled = true, minLength = 0, ...options }: Asking = {},
) {
  const [keyword] = useDebouncedValue(typed, 200)
  const input = { query: { keyword } } as unknown as CallInput<E>
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }): Promise<Answer<E>> => call(endpoint, input, { signal }),
    enabled: enabled && keyword.length >= minLength,
    placeholderData: keepPreviousData,
    ...options,
  })
  return { data, error, isFetching: isFetching || keyword !== typed }
}
