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

// Fetched again when the window gets the focus, so that returning users see current figures.
const useFigure = <E extends Endpoint>(endpoint: E, input: CallInput<E>, enabled: boolean) =>
  useQuery({
    queryKey: endpointKey(endpoint, {}),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    refetchOnWindowFocus: true,
    enabled,
  })

const loadedOf = <T>({ data, error, isError, isPending, refetch }: UseQueryResult<T>) => ({
  data,
  /** The data, unless a later fetch failed. */
  fresh: isError ? undefined : data,
  isError,
  isPending,
  error: error instanceof CallError ? error : null,
  retry: () => void refetch(),
})

/** The data of the dashboard, and a source that the person may not see, if there is one. */
export function useFigures() {
  const isAllowed = useAllowed([getKpis, summarizeContractStatuses, summarizeStatusCategories, summarizeDepartments])
  const kpis = useFigure(getKpis, { body: undefined }, isAllowed === true)
  const statuses = useFigure(summarizeContractStatuses, {}, isAllowed === true)
  const categories = useFigure(summarizeStatusCategories, {}, isAllowed === true)
  const departments = useFigure(summarizeDepartments, {}, isAllowed === true)
  const queries = [kpis, statuses, categories, departments]
  const loaded = {
    kpis: loadedOf(kpis),
    statuses: loadedOf(statuses),
    categories: loadedOf(categories),
    departments: loadedOf(departments),
  }
  const refused = Object.values(loaded).find(({ error }) => error?.status === 403)
  return { ...loaded, queries, denied: isAllowed === false ? { ...loaded.kpis, error: denied } : refused }
}
