import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint, Input } from '@plinth/api/kernel/endpoint'
import { maxPageSize, type Page, type Sort } from '@plinth/api/kernel/paging'
import type { Allow } from '@plinth/api/kernel/permissions'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from './call.ts'
import type { CallError } from './call-error.ts'
import {
  type FilterValues,
  filterBodyOf,
  isUnset,
  type LeftOut,
  type LinkFilter,
  type ListState,
  useListAddress,
} from './list-address.ts'
import { endpointKey, lostLine } from './query-client.ts'
import { denied, useAllowed } from './useAllowed.ts'

export type RowOf<E> = Answer<E> extends { content: (infer T)[] } ? T : Answer<E> extends (infer T)[] ? T : never

export interface List<Row, A = unknown> extends ListState {
  rows: Row[]
  /** Every row of a plain list, in the order of the answer; of a paged list, the rows of this page. */
  all: Row[]
  pages: number
  total: number
  /** There is nothing to show yet. */
  pending: boolean
  /** The totals belong to the present filters: until they are known, the shown rows belong to the previous filters. */
  counted: boolean
  /** The shown rows are about to be replaced. */
  fetching: boolean
  error: CallError | null
  retry: () => void
  /** The whole answer, for its values beside the rows. */
  answer: A | undefined
  /** All rows that the filters find, in the order of the list, up to this many. Fails as any call does. */
  everything: (most: number) => Promise<Row[]>
  /** The filters and the sort as the wire takes them. */
  sent: Record<string, unknown>
  /** The list state in the address, without the page: '' when it is as freshly opened. */
  address: string
  /** An address as this list would write it, so that equivalent addresses are equal. */
  normal: (address: string) => string
  /** The values of the address that the list cannot use, until the address changes or `forget` is called. */
  leftOut: LeftOut
  forget: () => void
  /** Shows the list of an address, and marks a saved view as open. */
  open: (address: string, tab?: string) => void
  groupBy: (field: string) => void
  unfold: (key: string, isOpen: boolean) => void
  /** A page of the rows of one group, in the order of the list. */
  inGroup: (key: string | null, page: number) => PageOfGroup<Row>
  /** The filters that only a link to the list sets. */
  linkFilters: readonly LinkFilter[]
  /** Whether any filter is set. */
  filtered: boolean
  apply: (filters: FilterValues, how?: { replace: boolean }) => void
  clear: () => void
  goTo: (page: number) => void
  resize: (size: number) => void
  /** Sorts by this field ascending; the second time, descending. */
  sortBy: (field: string) => void
  /** Shows a record beside the list; only the address changes. */
  show: (id: string) => void
  hide: () => void
}

interface PageOfGroup<Row> {
  queryKey: unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row> | Row[]>
  select: (answer: Page<Row> | Row[]) => Row[]
}

/** Whether the server pages and sorts; a plain list is paged and sorted in the browser. */
const isPaged = (endpoint: Endpoint) => {
  const shape = (endpoint.body?._zod.def as { shape?: Record<string, unknown> } | undefined)?.shape
  return shape !== undefined && 'pagination' in shape
}

const newestFirst: Sort = { field: 'createdAt', direction: 'desc' }

const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

function sorted<Row>(rows: Row[], { sort }: ListState): Row[] {
  if (!sort) return rows
  const key = sort.field as keyof Row
  const sign = sort.direction === 'asc' ? 1 : -1
  const filled = rows.filter((row) => row[key] !== null && row[key] !== undefined)
  const empty = rows.filter((row) => row[key] === null || row[key] === undefined)
  return [...filled.sort((a, b) => sign * compare(a[key], b[key])), ...empty]
}

/** The rows to show and the totals, from a page of the server or from a whole list. */
function pageOf<Row>(answer: Page<Row> | Row[] | undefined, state: ListState) {
  const { page, size } = state
  const paged = (rows: Row[], all: Row[], total: number) => ({
    rows,
    all,
    // Of the requested size: an answer in another size may still be shown.
    pages: Math.max(1, Math.ceil(total / size)),
    total,
  })
  if (answer === undefined) return paged([], [], 0)
  if (!Array.isArray(answer)) return paged(answer.content, answer.content, answer.totalElements)
  return paged(sorted(answer, state).slice(page * size, (page + 1) * size), answer, answer.length)
}

/** How far the shown rows answer what is `asked`: the params and filters, whatever the page and the sort. */
function useAnswerState(query: UseQueryResult, { total }: { total: number }, asked: string) {
  const [answered, setAnswered] = useState<string | null>(null)
  const isAnswered = query.isSuccess && !query.isPlaceholderData
  if (isAnswered && answered !== asked) setAnswered(asked)
  // An empty result of other filters, or of an earlier visit, says nothing about the present request.
  const isStale = query.isPlaceholderData || (query.isFetching && !query.isFetchedAfterMount)
  return { isAnswered, isCounted: answered === asked, isWaiting: query.isPending || (isStale && total === 0) }
}

type KnownFilters<E, F> = F & Record<Exclude<keyof F, keyof Input<E>['body'] | keyof Input<E>['query']>, never>

interface Asked {
  params: unknown
  body: Record<string, unknown>
}

/** The rows of all pages, up to this many. */
async function everyPage<E extends Endpoint>(endpoint: E, { params, body }: Asked, most: number): Promise<RowOf<E>[]> {
  const rows: RowOf<E>[] = []
  for (let page = 0; rows.length < most; page += 1) {
    const input = { params, body: { ...body, pagination: { page, size: maxPageSize } } } as unknown as CallInput<E>
    const found = (await call(endpoint, input)) as Page<RowOf<E>>
    rows.push(...found.content)
    if (found.content.length < maxPageSize) break
  }
  return rows.slice(0, most)
}

/** The queries for the rows of groups; a plain list is loaded whole, and its pages are cut in the browser. */
function pagesInGroups<E extends Endpoint>(endpoint: E, { params, body }: Asked, state: ListState) {
  return (key: string | null, at: number): PageOfGroup<RowOf<E>> => {
    const pagination = isPaged(endpoint) && { pagination: { page: at, size: state.size } }
    const narrowed = { ...body, group: { by: state.group, key }, ...pagination }
    const input = { params, body: narrowed } as unknown as CallInput<E>
    return {
      queryKey: [...endpointKey(endpoint, input), at],
      queryFn: ({ signal }) => call(endpoint, input, { signal }) as Promise<Page<RowOf<E>> | RowOf<E>[]>,
      select: (answer) => pageOf(answer, { ...state, page: at }).rows,
    }
  }
}

interface ListOptions {
  /** The names of the views after the first, if a screen shows its list in several. */
  views?: readonly string[]
  /** The filters that only a link to the list sets. */
  linkFilters?: readonly LinkFilter[]
  /** The fields that the list can be grouped by. */
  groups?: readonly string[]
  /** Whether a record can be shown beside the list. */
  opens?: boolean
  /** The default order of a paged list, if that is not the newest first. */
  sort?: Sort
  /** Values that limit the list whatever its filters: sent with the filters, and not in the address. */
  always?: Record<string, unknown>
  /** The permission that opens the screen, if the call serves screens of several modules. */
  allow?: Allow
}

/**
 * A list whose page, sort and filters live in the URL. Filters are declared by their empty values and sent in the body, or in the query if
 * there is no body; the `:params` of the endpoint's path come from the route.
 */
export function useList<E extends Endpoint, F extends FilterValues>(
  endpoint: E,
  empty: KnownFilters<E, F>,
  options: ListOptions = {},
): List<RowOf<E>, Answer<E>> {
  const { views = [], linkFilters = [], groups = [], opens = false, sort: order = newestFirst, always } = options
  const [params, paged] = [useParams({ strict: false }), isPaged(endpoint)]
  const form = { endpoint, empty, views, groups, opens, defaultSort: paged ? order : null }
  const { state, ...addresses } = useListAddress(form)
  const { page, size, sort, filters } = state

  const found = { ...always, ...filterBodyOf(filters, linkFilters) }
  const sent = { ...found, ...(sort && { sort }) }
  const asked = paged ? { ...sent, pagination: { page, size } } : found
  const input = { params, ...(endpoint.body ? { body: asked } : { query: asked }) } as unknown as CallInput<E>
  const may = useAllowed([{ ...endpoint, allow: options.allow ?? endpoint.allow }])
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: may === true,
    placeholderData: keepPreviousData,
  })
  // Without a connection the shown rows stay; the screen itself says that they are old.
  const error = lostLine(query) ? null : query.error
  const answer = error ? undefined : query.data
  const shown = pageOf(answer as Page<RowOf<E>> | RowOf<E>[] | undefined, state)

  const { isAnswered, isCounted, isWaiting } = useAnswerState(query, shown, JSON.stringify([params, filters]))
  const past = isAnswered && page > 0 && page >= shown.pages
  useEffect(() => {
    if (past) addresses.goTo(Math.max(0, shown.pages - 1))
  })
  const pending = isWaiting || past

  return {
    ...state,
    ...shown,
    ...addresses,
    pending,
    counted: isCounted && !pending,
    fetching: query.isFetching,
    error: may === false ? denied : (error as CallError | null),
    retry: () => void query.refetch(),
    answer,
    everything: (most) =>
      Array.isArray(answer)
        ? Promise.resolve(sorted(answer as RowOf<E>[], state).slice(0, most))
        : everyPage(endpoint, { params, body: sent }, most),
    inGroup: pagesInGroups(endpoint, { params, body: paged ? sent : found }, state),
    sent,
    linkFilters,
    filtered: Object.values(filters).some((value) => !isUnset(value)),
  }
}
