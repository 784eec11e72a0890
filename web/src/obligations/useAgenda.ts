import type { Page } from '@plinth/api/kernel/paging'
import { countObligations, filterObligations, type Obligation } from '@plinth/api/obligations'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { type CallError, reasonOf } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import { useListAddress } from '../lib/list-address.ts'
import { endpointKey, lostLine } from '../lib/query-client.ts'
import { alertFailure } from '../ui/alerts.ts'
import { type Asked, askedBy, noFilters } from './agenda-address.ts'
import { dutyKey } from './duty-words.ts'

const form = { endpoint: filterObligations, empty: noFilters, defaultSort: null, views: [], groups: [], opens: false }

const atOnce = 50

/** Duties, further ones as they are asked for. One that comes again on a later page, as others were done meanwhile, is shown once. */
function useDuties(asked: Asked) {
  const query = useInfiniteQuery<
    Page<Obligation>,
    CallError,
    InfiniteData<Page<Obligation>, number>,
    unknown[],
    number
  >({
    // Not among the answers of the call itself: these are several of them.
    queryKey: ['agenda', ...endpointKey(filterObligations, { body: asked })],
    queryFn: ({ pageParam: page, signal }) =>
      call(filterObligations, { body: { ...asked, pagination: { page, size: atOnce } } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : undefined),
    placeholderData: keepPreviousData,
  })
  const found = query.data?.pages.flatMap(({ content }) => content)
  const duties = found && [...new Map(found.map((duty) => [dutyKey(duty), duty])).values()]
  const left = (query.data?.pages.at(-1)?.totalElements ?? 0) - (found?.length ?? 0)
  return {
    duties,
    /** How many more the next page has. */
    more: query.hasNextPage ? Math.min(Math.max(left, 1), atOnce) : 0,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError || lostLine(query) ? null : query.error,
    retry: () => void query.refetch(),
    async fetchMore() {
      const { error, isFetchNextPageError } = await query.fetchNextPage()
      if (isFetchNextPageError) void alertFailure(t('Failed to fetch what is to be done'), reasonOf(error))
    },
  }
}

/** How many duties each time has, of the kinds and of whom is asked for. */
function useCounts({ kind, owner }: Asked) {
  const body = { kind, owner }
  const { data } = useQuery({
    queryKey: endpointKey(countObligations, { body }),
    queryFn: ({ signal }) => call(countObligations, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
  return data?.counts
}

/** What is to be done, as the address asks for it. */
export function useAgenda() {
  const { state, apply, leftOut, forget } = useListAddress(form)
  const { filters } = state
  const asked = askedBy(filters)
  return { filters, asked, apply, leftOut, forget, counts: useCounts(asked), ...useDuties(asked) }
}
export type AgendaList = ReturnType<typeof useAgenda>
