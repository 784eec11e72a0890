import { countDeadlines, type Deadline, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useFurtherPages } from '../../ui/list/useFurtherPages.ts'
import { type Asked, askedBy, noFilters } from './agenda-address.ts'
import { deadlineKey } from './deadline-words.ts'

const form = { endpoint: filterDeadlines, empty: noFilters, defaultSort: null, views: [], groups: [], opens: false }

/** Deadlines, page by page. */
const useDeadlines = (asked: Asked) =>
  useFurtherPages<Deadline>({
    queryKey: ['agenda', ...endpointKey(filterDeadlines, { body: asked })],
    fetch: (pagination, signal) => call(filterDeadlines, { body: { ...asked, pagination } }, { signal }),
    keyOf: deadlineKey,
    failure: t('Failed to fetch what is to be done'),
  })

/** The numbers of deadlines by time, for the chosen kinds and owner. */
function useCounts({ kind, owner }: Asked) {
  const body = { kind, owner }
  const { data } = useQuery({
    queryKey: endpointKey(countDeadlines, { body }),
    queryFn: ({ signal }) => call(countDeadlines, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
  return data?.counts
}

/** The agenda with the filters of the address. */
export function useAgenda() {
  const { state, apply, leftOut, forget } = useListAddress(form)
  const { filters } = state
  const asked = askedBy(filters)
  return { filters, asked, apply, leftOut, forget, counts: useCounts(asked), ...useDeadlines(asked) }
}
export type AgendaList = ReturnType<typeof useAgenda>
