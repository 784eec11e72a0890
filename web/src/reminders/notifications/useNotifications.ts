import type { Page } from '@plinth/api/kernel/paging'
import {
  filterNotifications,
  type Notification,
  type NotificationBox,
  notificationBoxes,
} from '@plinth/api/reminders/notifications'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/call.ts'
import { type CallError, reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { endpointKey, lostLine } from '../../lib/query-client.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { isActing, notificationsKey } from './acting.ts'
import { useNotificationCount } from './useNotificationCount.ts'

const form = {
  endpoint: filterNotifications,
  empty: { box: '' },
  defaultSort: null,
  views: [],
  groups: [],
  opens: false,
}

const pageSize = 50

/** Notifications in the query cache. */
export type Pages = InfiniteData<Page<Notification>, number>

export const boxKey = (box: NotificationBox) => [
  ...notificationsKey,
  ...endpointKey(filterNotifications, { body: { box } }),
]

const failure = () => t('Failed to fetch your notifications')

/** The notifications of a box, page by page. One that is on two pages, because others have left the box meanwhile, is shown once. */
function useOpenBox(box: NotificationBox) {
  const query = useInfiniteQuery<Page<Notification>, CallError, Pages, unknown[], number>({
    queryKey: boxKey(box),
    queryFn: ({ pageParam: page, signal }) =>
      call(filterNotifications, { body: { box, pagination: { page, size: pageSize } } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : undefined),
  })
  const found = query.data?.pages.flatMap(({ content }) => content)
  const notifications = found && [...new Map(found.map((notification) => [notification.id, notification])).values()]
  const left = (query.data?.pages.at(-1)?.totalElements ?? 0) - (notifications?.length ?? 0)
  return {
    notifications,
    /** The number of rows of the next page. */
    more: query.hasNextPage ? Math.min(Math.max(left, 1), pageSize) : 0,
    /** The time of the last fetch, ISO 8601. */
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

/** The notifications of the box in the address. They are refetched when the unread count changes, here or in another tab. */
export function useNotifications() {
  const { state, apply, leftOut, forget } = useListAddress(form)
  const box = notificationBoxes.find((name) => name === state.filters['box']) ?? 'INBOX'
  const opened = useOpenBox(box)
  const unread = useNotificationCount()
  const before = useRef(unread)
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== unread
    before.current = unread
    if (hasChanged && !isActing()) opened.retry()
  })
  return {
    box,
    filters: state.filters,
    show: (next: NotificationBox) => apply({ box: next === 'INBOX' ? '' : next }),
    leftOut,
    forget,
    unread,
    failure: failure(),
    ...opened,
  }
}
export type NotificationList = ReturnType<typeof useNotifications>
