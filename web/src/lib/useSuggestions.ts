import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { endpointKey } from './query-client.ts'

interface SuggestionOptions {
  enabled?: boolean
  /** Characters to type before the search starts. */
  minLength?: number
  retry?: false
}

/** The results of a keyword search, requested when the typing pauses; the previous results stay until the next ones arrive. */
export function useSuggestions<E extends Endpoint>(
  endpoint: E,
  typed: string,
  { enabled = true, minLength = 0, ...options }: SuggestionOptions = {},
) {
  const [keyword] = useDebouncedValue(typed, 200)
  const input = { query: { keyword } } as unknown as CallInput<E>
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }): Promise<Answer<E>> =>
      call(endpoint, input, { signal }).catch((error: unknown) => {
        // oxlint-disable-next-line no-console -- the specification has the failure of such a search logged
        if (!signal.aborted) console.error(error)
        throw error
      }),
    enabled: enabled && keyword.length >= minLength,
    placeholderData: keepPreviousData,
    ...options,
  })
  return { data, error, isFetching: isFetching || keyword !== typed }
}
