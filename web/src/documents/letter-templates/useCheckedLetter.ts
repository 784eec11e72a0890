import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { safeParse } from 'zod/v4/core'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'

/** Milliseconds without typing before the letter is requested again. */
const debounceMs = 300

const isWholeIn = ({ body }: Endpoint, input: { body: unknown }) =>
  body !== undefined && safeParse(body, input.body).success

/**
 * The letter that a call makes of the typed input, requested shortly after the last change; the previous letter stays
 * until then. Set `hasFault` when the input has a fault that the call's schema does not find.
 */
export function useCheckedLetter<E extends Endpoint>(
  endpoint: E,
  typed: CallInput<E> & { body: unknown },
  hasFault = false,
) {
  const now = JSON.stringify(typed)
  const [text] = useDebouncedValue(now, debounceMs)
  const requested: typeof typed = JSON.parse(text)
  const isWhole = !hasFault && isWholeIn(endpoint, typed)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: endpointKey(endpoint, requested),
    queryFn: ({ signal }) => call(endpoint, requested, { signal }),
    enabled: isWhole && isWholeIn(endpoint, requested),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    asked: requested,
    data,
    isPlaceholderData,
    isOld: isPlaceholderData || text !== now || !isWhole,
    isWhole,
    error: isWhole ? error : null,
    retry: () => void refetch(),
  }
}
