import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import {
  getKpis,
  summarizeContractStatuses,
  summarizeDepartments,
  summarizeStatusCategories,
} from '@plinth/api/tenders/dashboard'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'

// Who comes back to the window after a while is to see today's figures.
const useFigure = <E extends Endpoint>(endpoint: E, input: CallInput<E>, enabled: boolean) =>
  useQuery({
    queryKey: endpointKey(endpoint, {}),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    refetchOnWindowFocus: true,
    enabled,
  })

const loadedOf = <T>({ data, error, isError, isPending, refetch }: UseQueryResult<T>) => ({
  data,
  /** The answer, unless asking for a newer one has failed. */
  fresh: isError ? undefined : data,
  isError,
  isPending,
  error: error instanceof CallError ? error : null,
  retry: () => void refetch(),
})

/** What the dashboard shows, and the one that the person may not see, if any. */
export function useFigures() {
  const may = useAllowed([getKpis, summarizeContractStatuses, summarizeStatusCategories, summarizeDepartments])
  const kpis = useFigure(getKpis, { body: undefined }, may === true)
  const statuses = useFigure(summarizeContractStatuses, {}, may === true)
  const categories = useFigure(summarizeStatusCategories, {}, may === true)
  const departments = useFigure(summarizeDepartments, {}, may === true)
  const queries = [kpis, statuses, categories, departments]
  const loaded = {
    kpis: loadedOf(kpis),
    statuses: loadedOf(statuses),
    categories: loadedOf(categories),
    departments: loadedOf(departments),
  }
  const refused = Object.values(loaded).find(({ error }) => error?.status === 403)
  return { ...loaded, queries, denied: may === false ? { ...loaded.kpis, error: denied } : refused }
}
