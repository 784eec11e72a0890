import { filterDeposits, type RegisteredDeposit } from '@plinth/api/deposits/deposits'
import { maxPageSize } from '@plinth/api/kernel/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import type { CallError } from '../../lib/call-error.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { papersOf } from './complete-rows.ts'

/** Number of deposits loaded at a time; the others follow once these are entered. */
const maxDeposits = 1000

const bodyOf = (page: number) => ({
  quickFilters: ['WITHOUT_INSTRUMENT' as const],
  sort: { field: 'instrumentNo' as const, direction: 'asc' as const },
  pagination: { page, size: maxPageSize },
})

interface LoadedDeposits {
  deposits: RegisteredDeposit[]
  total: number
}

async function fetchAll(signal: AbortSignal): Promise<LoadedDeposits> {
  const deposits: RegisteredDeposit[] = []
  for (let page = 0; ; page += 1) {
    const { content, totalElements, totalPages } = await call(filterDeposits, { body: bodyOf(page) }, { signal })
    deposits.push(...content)
    if (page + 1 >= totalPages || deposits.length >= maxDeposits) return { deposits, total: totalElements }
  }
}

/** The papers of held deposits without an instrument, sorted by number. */
export function useUnregistered(enabled: boolean) {
  const { data, error, refetch } = useQuery<LoadedDeposits, CallError>({
    queryKey: ['unregistered', ...endpointKey(filterDeposits, { body: bodyOf(0) })],
    queryFn: ({ signal }) => fetchAll(signal),
    placeholderData: keepPreviousData,
    enabled,
  })
  const papers = useMemo(() => data && papersOf(data.deposits), [data])
  const left = data ? data.total - data.deposits.length : 0
  return { papers, left, error, retry: () => void refetch() }
}
