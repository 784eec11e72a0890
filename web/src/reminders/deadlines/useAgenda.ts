import { countDeadlines, type Deadline, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { useListAddress } from '../../lib/list-address.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useFurtherPages } from '../../ui/list/useFurtherPages.ts'
import { noFilters, type ParsedFilters, parseFilters } from './agenda-address.ts'
import { deadlineKey } from './deadline-words.ts'

const form = { endpoint: filterDeadlines, empty: noFilters, defaultSort: null, views: [], groups: [], opens: false }

/** Deadlines, page by page. */
const useDeadlines = (parsed: ParsedFilters) =>
  useFurtherPages<Deadline>({
    queryKey: ['agenda', ...endpointKey(filterDeadlines, { body: parsed })],
    fetch: (pagination, signal) => call(filterDeadlines, { body: { ...parsed, pagination } }, { signal }),
    keyOf: deadlineKey,
    failure: t('Failed to fetch what is to be done'),
  })

/** The numbers of deadlines by time, for the chosen kinds and owner. */
function useCounts({ kind, owner }: ParsedFilters) {
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
  const parsed = parseFilters(filters)
  return { filters, parsed, apply, leftOut, forget, counts: useCounts(parsed), ...useDeadlines(parsed) }
}
export type AgendaList = ReturnType<typeof useAgenda>
