import { useDebouncedValue } from '@mantine/hooks'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { safeParse } from 'zod/v4/core'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'

/** How long nobody types before the letter is made anew, in milliseconds. */
const settled = 300

const isWholeIn = ({ body }: Endpoint, input: { body: unknown }) =>
  body !== undefined && safeParse(body, input.body).success

/**
 * The letter that a call makes of what is typed, a moment after that was last changed; the one before stands until it is there.
 * `hasFault` where it cannot be made of what is typed, whatever the schema of the call takes.
 */
export function useCheckedLetter<E extends Endpoint>(
  endpoint: E,
  typed: CallInput<E> & { body: unknown },
  hasFault = false,
) {
  const now = JSON.stringify(typed)
  const [text] = useDebouncedValue(now, settled)
  const asked: typeof typed = JSON.parse(text)
  const isWhole = !hasFault && isWholeIn(endpoint, typed)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: endpointKey(endpoint, asked),
    queryFn: ({ signal }) => call(endpoint, asked, { signal }),
    enabled: isWhole && isWholeIn(endpoint, asked),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    asked,
    data,
    isPlaceholderData,
    isOld: isPlaceholderData || text !== now || !isWhole,
    isWhole,
    error: isWhole ? error : null,
    retry: () => void refetch(),
  }
}
