import type { Page } from '@plinth/api/kernel/paging'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type CallError, reasonOf } from '../../lib/call-error.ts'
import { lostLine } from '../../lib/query-client.ts'
import { alertFailure } from '../shell/alerts.ts'

/** Rows of a page. */
const atOnce = 50

interface Options<Row> {
  /** The cache key of this list; not the key of the call, since this holds several of its answers. */
  queryKey: readonly unknown[]
  fetch: (pagination: { page: number; size: number }, signal: AbortSignal) => Promise<Page<Row>>
  /** The key of a row. */
  keyOf: (row: Row) => string
  /** The notice when a further page fails. */
  failure: string
  enabled?: boolean
}

export interface FurtherPages<Row> {
  /** The loaded rows; undefined until the first page has arrived. */
  rows: Row[] | undefined
  /** The number of rows on the next page. */
  more: number
  isFetching: boolean
  isFetchingMore: boolean
  error: CallError | null
  retry: () => void
  fetchMore: () => Promise<void>
}

/**
 * Rows of a list, with further pages on request. A row that comes again on a later page, because others were removed meanwhile, is kept
 * once.
 */
export function useFurtherPages<Row>({
  queryKey,
  fetch,
  keyOf,
  failure,
  enabled = true,
}: Options<Row>): FurtherPages<Row> {
  const query = useInfiniteQuery<Page<Row>, CallError, InfiniteData<Page<Row>, number>, readonly unknown[], number>({
    queryKey,
    queryFn: ({ pageParam: page, signal }) => fetch({ page, size: atOnce }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  })
  const found = query.data?.pages.flatMap(({ content }) => content)
  const rows = found && [...new Map(found.map((row) => [keyOf(row), row])).values()]
  const left = (query.data?.pages.at(-1)?.totalElements ?? 0) - (found?.length ?? 0)
  return {
    rows,
    more: query.hasNextPage ? Math.min(Math.max(left, 1), atOnce) : 0,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError || lostLine(query) ? null : query.error,
    retry: () => void query.refetch(),
    async fetchMore() {
      const { error, isFetchNextPageError } = await query.fetchNextPage()
      if (isFetchNextPageError) void alertFailure(failure, reasonOf(error))
    },
  }
}
