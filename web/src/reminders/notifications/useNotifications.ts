import type { Page } from '@plinth/api/kernel/paging'
import { filterInbox, type InboxBox, inboxBoxes, type Word } from '@plinth/api/reminders/notifications'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/call.ts'
import { type CallError, reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { endpointKey, lostLine } from '../../lib/query-client.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { inboxKey, isActing } from './acting.ts'
import { useInboxCount } from './useNotificationCount.ts'

const form = {
  endpoint: filterInbox,
  empty: { box: '' },
  defaultSort: null,
  views: [],
  groups: [],
  opens: false,
}

const atOnce = 50

/** Words as they are kept here. */
export type Pages = InfiniteData<Page<Word>, number>

export const boxKey = (box: InboxBox) => [...inboxKey, ...endpointKey(filterInbox, { body: { box } })]

const failure = () => t('Failed to fetch your notifications')

/** The words of a box, further ones as they are asked for. One that comes again on a later page, as others have left it, is shown once. */
function useWords(box: InboxBox) {
  const query = useInfiniteQuery<Page<Word>, CallError, Pages, unknown[], number>({
    queryKey: boxKey(box),
    queryFn: ({ pageParam: page, signal }) =>
      call(filterInbox, { body: { box, pagination: { page, size: atOnce } } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : undefined),
  })
  const found = query.data?.pages.flatMap(({ content }) => content)
  const words = found && [...new Map(found.map((word) => [word.id, word])).values()]
  const left = (query.data?.pages.at(-1)?.totalElements ?? 0) - (words?.length ?? 0)
  return {
    words,
    /** How many more the next page has. */
    more: query.hasNextPage ? Math.min(Math.max(left, 1), atOnce) : 0,
    /** When they were fetched, as a moment. */
    fetchedAt: new Date(query.dataUpdatedAt).toISOString(),
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    error: query.isFetchNextPageError || lostLine(query) ? null : query.error,
    retry: () => void query.refetch(),
    async fetchMore() {
      const { error, isFetchNextPageError } = await query.fetchNextPage()
      if (isFetchNextPageError) void alertFailure(failure(), reasonOf(error))
    },
  }
}

/** What lies in the box that the address names. It is fetched anew as another number of words becomes unread, here or elsewhere. */
export function useInbox() {
  const { state, apply, leftOut, forget } = useListAddress(form)
  const box = inboxBoxes.find((name) => name === state.filters['box']) ?? 'INBOX'
  const words = useWords(box)
  const unread = useInboxCount()
  const before = useRef(unread)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== unread
    before.current = unread
    if (isNews && !isActing()) words.retry()
  })
  return {
    box,
    filters: state.filters,
    show: (next: InboxBox) => apply({ box: next === 'INBOX' ? '' : next }),
    leftOut,
    forget,
    unread,
    failure: failure(),
    ...words,
  }
}
export type InboxList = ReturnType<typeof useInbox>
