import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint, Input } from '@plinth/api/kernel/endpoint'
import { defaultPageSize, maxPageSize, type Page, type Sort } from '@plinth/api/kernel/paging'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type CallError, call, denied, endpointKey, useAllowed } from './call.ts'
import { parseSearch, rememberSearch, type Search, stringifySearch } from './search.ts'

/** Days as YYYY-MM-DD, or empty when that end is open. */
export interface DayRange {
  from: string
  to: string
}
/** A screen names its filters by their empty values: '' text, [] several, a DayRange, or null for a number or yes/no. */
export type FilterValue = string | string[] | DayRange | number | boolean | null
export type FilterValues = Record<string, FilterValue>
export const anyDay: DayRange = { from: '', to: '' }

export interface ListState {
  page: number
  size: number
  sort: Sort | null
  filters: FilterValues
  /** Which of its views the screen shows, where it has several; '' for the first. It is not sent. */
  view: string
}

export const isRange = (value: FilterValue): value is DayRange =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function isUnset(value: FilterValue): boolean {
  if (isRange(value)) return value.from === '' && value.to === ''
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? ''

function scalar(text: string): number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true'
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}

function readFilter(name: string, empty: FilterValue, search: Search): FilterValue {
  if (empty === null) return scalar(one(search[name]))
  if (isRange(empty)) return { from: one(search[`${name}.from`]), to: one(search[`${name}.to`]) }
  return Array.isArray(empty) ? [search[name] ?? []].flat() : one(search[name])
}

/** A page size that the server accepts: what is no whole number from 1 becomes 1. */
export function pageSize(typed: number): number {
  return Math.min(maxPageSize, Math.max(1, Math.floor(typed) || 1))
}

/** The state of a list as the URL tells it. Pages count from 1 there, as on the screen. */
function readListState(search: Search, empty: FilterValues, defaultSort: Sort | null): ListState {
  const field = one(search['sort'])
  return {
    page: Math.max(0, (Math.floor(Number(one(search['page']))) || 1) - 1),
    size: search['size'] === undefined ? defaultPageSize : pageSize(Number(one(search['size']))),
    sort: field ? { field, direction: one(search['direction']) === 'desc' ? 'desc' : 'asc' } : defaultSort,
    filters: Object.fromEntries(Object.entries(empty).map(([name, value]) => [name, readFilter(name, value, search)])),
    view: one(search['view']),
  }
}

/** The URL of a state: only what differs from a freshly opened list. */
function writeListState({ page, size, sort, filters, view }: ListState, defaultSort: Sort | null): Search {
  const search: Search = {}
  for (const [name, value] of Object.entries(filters)) {
    if (isUnset(value)) continue
    if (isRange(value)) {
      if (value.from) search[`${name}.from`] = value.from
      if (value.to) search[`${name}.to`] = value.to
    } else search[name] = Array.isArray(value) ? value : String(value)
  }
  if (sort && (sort.field !== defaultSort?.field || sort.direction !== defaultSort.direction)) {
    search['sort'] = sort.field
    search['direction'] = sort.direction
  }
  if (page > 0) search['page'] = String(page + 1)
  if (size !== defaultPageSize) search['size'] = String(size)
  if (view) search['view'] = view
  return search
}

/** Filters as the wire takes them: unset ones left out, a range from the start of its first day to the end of its last. */
function filterBodyOf(filters: FilterValues): Record<string, unknown> {
  const wire = Object.entries(filters)
    .filter(([, value]) => !isUnset(value))
    .map(([name, value]) => {
      if (!isRange(value)) return [name, value]
      return [
        name,
        {
          ...(value.from && { from: `${value.from}T00:00:00Z` }),
          ...(value.to && { to: `${value.to}T23:59:59Z` }),
        },
      ]
    })
  // An entry of a figure may have no name, so that an empty key is one too.
  const { figure, figureKey } = filters
  return { ...Object.fromEntries(wire), ...(figure && { figureKey }) }
}

export type RowOf<E> = Answer<E> extends { content: (infer T)[] } ? T : Answer<E> extends (infer T)[] ? T : never

export interface List<Row, A = unknown> extends ListState {
  rows: Row[]
  /** Every row of a plain list, as it was answered; of a paged one, those of this page. */
  all: Row[]
  pages: number
  total: number
  /** Nothing to show yet. */
  pending: boolean
  /** The totals are those of the present filters: until they are known, the rows shown are still those of the ones before. */
  counted: boolean
  /** Shown rows are about to be replaced. */
  fetching: boolean
  error: CallError | null
  retry: () => void
  /** The whole answer, for what it tells beside the rows. */
  answer: A | undefined
  /** Every row that the filters find, in the order of the list, up to so many. Fails as any call does. */
  everything: (most: number) => Promise<Row[]>
  /** The filters and the sort as the wire takes them. */
  sent: Record<string, unknown>
  /** What the address says of this list, but for the page: '' when it is as freshly opened. */
  address: string
  /** An address as this list would write it, so that two that mean the same are the same. */
  normal: (address: string) => string
  /** Shows the list as an address says. */
  open: (address: string) => void
  /** Whether any filter is set. */
  filtered: boolean
  apply: (filters: FilterValues) => void
  clear: () => void
  goTo: (page: number) => void
  resize: (size: number) => void
  /** First by this field ascending; asked again, the other way round. */
  sortBy: (field: string) => void
}

/** Whether the server pages and sorts; a plain list is paged and sorted here. */
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
    // Of the size that is asked for: an answer in another one may still be shown.
    pages: Math.max(1, Math.ceil(total / size)),
    total,
  })
  if (answer === undefined) return paged([], [], 0)
  if (!Array.isArray(answer)) return paged(answer.content, answer.content, answer.totalElements)
  return paged(sorted(answer, state).slice(page * size, (page + 1) * size), answer, answer.length)
}

/** How far what is shown answers what is `asked`: the params and filters, whatever the page and the sort. */
function useStanding(query: UseQueryResult, { total }: { total: number }, asked: string) {
  const [answered, setAnswered] = useState<string | null>(null)
  const isAnswered = query.isSuccess && !query.isPlaceholderData
  if (isAnswered && answered !== asked) setAnswered(asked)
  // That nothing was found by other filters, or on an earlier visit, says nothing of what is asked now.
  const isStale = query.isPlaceholderData || (query.isFetching && !query.isFetchedAfterMount)
  return { isAnswered, isCounted: answered === asked, isWaiting: query.isPending || (isStale && total === 0) }
}

type KnownFilters<E, F> = F & Record<Exclude<keyof F, keyof Input<E>['body'] | keyof Input<E>['query']>, never>

interface Asked {
  params: unknown
  body: Record<string, unknown>
}

/** What the address says of a list, and how to say something else. */
function useListAddress(empty: FilterValues, defaultSort: Sort | null) {
  // The path of this list, also while the next screen is being loaded.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => rememberSearch(pathname, search), [pathname, search])
  const state = readListState(search, empty, defaultSort)
  const visit = (to: Search) => void navigate({ to: pathname, search: to })
  const go = (next: Partial<ListState>) => visit(writeListState({ ...state, ...next }, defaultSort))
  const addressOf = (shown: ListState) => stringifySearch(writeListState({ ...shown, page: 0 }, defaultSort))
  return {
    state,
    address: addressOf(state),
    normal: (address: string) => addressOf(readListState(parseSearch(address), empty, defaultSort)),
    open: (address: string) => visit(parseSearch(address)),
    apply: (filters: FilterValues) => go({ filters, page: 0 }),
    clear: () => go({ filters: empty, page: 0 }),
    goTo: (page: number) => go({ page }),
    resize: (size: number) => go({ size, page: 0 }),
    sortBy: (field: string) => {
      const again = state.sort?.field === field && state.sort.direction === 'asc'
      go({ sort: { field, direction: again ? 'desc' : 'asc' }, page: 0 })
    },
  }
}

/** The rows of every page, up to so many. */
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

/**
 * A list whose page, sort and filters live in the URL. Filters are named by their empty values and sent in the body, or
 * in the query where there is none; the `:params` of the endpoint's path are taken from the route.
 */
export function useList<E extends Endpoint, F extends FilterValues>(
  endpoint: E,
  empty: KnownFilters<E, F>,
): List<RowOf<E>, Answer<E>> {
  const params = useParams({ strict: false })
  const paged = isPaged(endpoint)
  const { state, ...addresses } = useListAddress(empty, paged ? newestFirst : null)
  const { page, size, sort, filters } = state

  const sent = { ...filterBodyOf(filters), ...(sort && { sort }) }
  const asked = paged ? { ...sent, pagination: { page, size } } : filterBodyOf(filters)
  const input = { params, ...(endpoint.body ? { body: asked } : { query: asked }) } as unknown as CallInput<E>
  const may = useAllowed([endpoint])
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: may === true,
    placeholderData: keepPreviousData,
  })
  const answer = query.error ? undefined : query.data
  const shown = pageOf(answer as Page<RowOf<E>> | RowOf<E>[] | undefined, state)

  const { isAnswered, isCounted, isWaiting } = useStanding(query, shown, JSON.stringify([params, filters]))
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
    error: may === false ? denied : (query.error as CallError | null),
    retry: () => void query.refetch(),
    answer,
    everything: (most) =>
      Array.isArray(answer)
        ? Promise.resolve(sorted(answer as RowOf<E>[], state).slice(0, most))
        : everyPage(endpoint, { params, body: sent }, most),
    sent,
    filtered: Object.values(filters).some((value) => !isUnset(value)),
  }
}
