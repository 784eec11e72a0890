import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { filterBodyOf } from '../../lib/list-address.ts'
import { type Grouping, groupKeyOf, groupsOf, type ListGroup } from '../../lib/list-groups.ts'
import { useAllowed } from '../../lib/useAllowed.ts'
import type { List } from '../../lib/useList.ts'

export interface OpenGroup<Row> extends ListGroup {
  isOpen: boolean
  rows: Row[]
  isPending: boolean
  error: CallError | null
  retry: () => void
  /** Opens or closes the group. */
  toggle: () => void
  /** Shows another page of its rows. */
  more: () => void
}

const nothing = { rows: [], isPending: false, error: null, retry: () => undefined }

/** The key in an address, which has no null. */
const written = (key: string | null) => key ?? ''

/** The loaded rows of the open groups. */
function useRows<Row>(list: List<Row>, isAsked: boolean) {
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({})
  const asked = list.unfolded.flatMap((key) => Array.from({ length: pages[key] ?? 1 }, (_, page) => ({ key, page })))
  const answers = useQueries({
    queries: asked.map(({ key, page }) => ({ ...list.inGroup(key || null, page), enabled: isAsked })),
  })
  const of = (key: string) => {
    const own = answers.filter((_, at) => asked[at]?.key === key)
    return {
      rows: own.flatMap(({ data }) => data ?? []),
      isPending: own.some(({ data, isPending }) => isPending && data === undefined),
      error: (own.find(({ error }) => error)?.error ?? null) as CallError | null,
      retry: () => own.forEach(({ refetch }) => void refetch()),
    }
  }
  const more = (key: string) => setPages((before) => ({ ...before, [key]: (before[key] ?? 1) + 1 }))
  return { of, more }
}

/** The groups of a list's search, and the rows of the open ones; on paper all are open, with the given rows. */
export function useGroups<Row extends { id: string }>(
  list: List<Row>,
  grouping: Grouping,
  paper: Row[] | null,
  onRows: (rows: Row[]) => void,
) {
  const body = { ...filterBodyOf(list.filters, list.linkFilters), by: list.group }
  const may = useAllowed([grouping.endpoint])
  const query = useQuery({ ...groupsOf(grouping, body), enabled: may === true, placeholderData: keepPreviousData })
  const rows = useRows(list, may === true)
  const onPaper = useMemo(
    () => paper && Map.groupBy(paper, (row) => written(groupKeyOf(grouping, list.group, row))),
    [paper, grouping, list.group],
  )
  const groups = (query.data?.groups ?? []).map((group): OpenGroup<Row> => {
    const key = written(group.key)
    const isOpen = onPaper !== null || list.unfolded.includes(key)
    return {
      ...group,
      isOpen,
      ...nothing,
      ...(onPaper ? { rows: onPaper.get(key) ?? [] } : isOpen && rows.of(key)),
      toggle: () => list.unfold(key, !isOpen),
      more: () => rows.more(key),
    }
  })
  const shown = groups.flatMap((group) => group.rows)
  const ids = shown.map(({ id, ...row }) => `${id} ${'updatedAt' in row ? row.updatedAt : ''}`).join()
  // The list selects among these rows.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the rows are the same as long as these are
  useEffect(() => onRows(shown), [ids])
  return { query, groups, leftOut: query.data?.leftOut, error: query.error as CallError | null }
}
