import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { shapeOf } from '@plinth/api/kernel/endpoint'
import { id } from '@plinth/api/kernel/fields'
import { defaultPageSize, maxPageSize, type Sort } from '@plinth/api/kernel/paging'
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { parseSearch, rememberSearch, type Search, stringifySearch } from './search.ts'

/** Days as YYYY-MM-DD; an empty end is open. */
export interface DayRange {
  from: string
  to: string
}
/** A screen declares its filters by their empty values: '' is a text, [] several texts, a DayRange days, null a number or yes/no. */
export type FilterValue = string | string[] | DayRange | number | boolean | null
export type FilterValues = Record<string, FilterValue>
export const anyDay: DayRange = { from: '', to: '' }

export const isRange = (value: FilterValue): value is DayRange =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function isUnset(value: FilterValue): boolean {
  if (isRange(value)) return value.from === '' && value.to === ''
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Days as the wire takes them: from the start of the first day to the end of the last. */
export const wireRange = ({ from, to }: DayRange) => ({
  ...(from && { from: `${from}T00:00:00Z` }),
  ...(to && { to: `${to}T23:59:59Z` }),
})

/** A filter that only a link to the list sets, and no field of the filter form. */
export interface LinkFilter {
  name: string
  /** The label in the notice about a value that the list does not know. */
  label: string
}

/**
 * Filters as the wire takes them, without unset ones. If the first link filter is set, the other link filters are sent even when empty: an
 * entry may have no name, so that an empty name is a value too.
 */
export function filterBodyOf(
  filters: FilterValues,
  [first, ...others]: readonly LinkFilter[] = [],
): Record<string, unknown> {
  const wire = Object.entries(filters)
    .filter(([, value]) => !isUnset(value))
    .map(([name, value]) => {
      return [name, isRange(value) ? wireRange(value) : value]
    })
  const isLed = first !== undefined && !isUnset(filters[first.name] ?? null)
  const led = isLed ? others.map(({ name }) => [name, filters[name]]) : []
  return Object.fromEntries([...wire, ...led])
}

export interface ListState {
  page: number
  size: number
  sort: Sort | null
  filters: FilterValues
  /** The view that the screen shows, if it has several; '' for the first. Not sent to the server. */
  view: string
  /** The id of the saved view that the list was opened with; '' for none. */
  tab: string
  /** The field that the list is grouped by; '' for none. */
  group: string
  /** The keys of the open groups; '' is the group of the records without a value. */
  unfolded: string[]
  /** The id of the record that is shown beside the list; '' for none. Not sent to the server. */
  opened: string
}

/** The values of an address that its list cannot use, by the name of the filter or of the other part of the state. */
export type LeftOut = Readonly<Record<string, readonly string[]>>

export const isLeftOut = ({ leftOut }: { leftOut: LeftOut }) => Object.keys(leftOut).length > 0

/** What a list supports; its address is checked against this. */
export interface ListForm {
  endpoint: Endpoint
  /** The filters, as their empty values. */
  empty: FilterValues
  defaultSort: Sort | null
  /** The names of the views after the first. */
  views: readonly string[]
  /** The fields that the list can be grouped by. */
  groups: readonly string[]
  /** Whether a record can be shown beside the list. */
  opens: boolean
}

const all = (value: string | string[] | undefined): string[] => [value ?? []].flat()

function scalar(text: string): number | boolean | null {
  if (text === 'true' || text === 'false') return text === 'true'
  return text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}

interface Read<T> {
  value: T
  leftOut: string[]
}

type Fits = (value: unknown) => boolean

/** Reads the first valid text; empty texts do not count as left out. */
function readOne<T extends FilterValue>(texts: string[], empty: T, valueOf: (text: string) => T, fits: Fits): Read<T> {
  const nonEmpty = texts.filter((text) => text !== '')
  const at = nonEmpty.findIndex((text) => valueOf(text) !== null && fits(valueOf(text)))
  const found = nonEmpty[at]
  return { value: found === undefined ? empty : valueOf(found), leftOut: nonEmpty.filter((_, index) => index !== at) }
}

function readRange(name: string, search: Search, fits: Fits): Read<DayRange> {
  const day = (end: 'from' | 'to', rest: Partial<DayRange> = {}) =>
    readOne(all(search[`${name}.${end}`]), '', String, (text) =>
      fits(wireRange({ from: '', to: '', ...rest, [end]: String(text) })),
    )
  const from = day('from')
  const to = day('to', { from: from.value })
  return { value: { from: from.value, to: to.value }, leftOut: [...from.leftOut, ...to.leftOut] }
}

function readFilter(name: string, empty: FilterValue, search: Search, schema: $ZodType | undefined): Read<FilterValue> {
  const fits: Fits = (value) => schema === undefined || safeParse(schema, value).success
  if (isRange(empty)) return readRange(name, search, fits)
  const texts = all(search[name])
  if (Array.isArray(empty)) {
    const [known, unknown] = [texts.filter((text) => fits([text])), texts.filter((text) => !fits([text]))]
    return { value: known.filter((text) => text !== ''), leftOut: unknown }
  }
  if (empty === null) return readOne<number | boolean | null>(texts, null, scalar, fits)
  return readOne(texts, '', String, fits)
}

/** A page size that the server accepts; anything but a positive whole number becomes 1 or is rounded down. */
export function pageSize(typed: number): number {
  return Math.min(maxPageSize, Math.max(1, Math.floor(typed) || 1))
}

/** The fields of a plain list's rows, which are sorted in the browser. */
const fieldsOf = ({ response }: Endpoint) =>
  shapeOf((response?._zod.def as { element?: $ZodType } | undefined)?.element ?? response)

function readSort(search: Search, { endpoint, defaultSort }: ListForm): Read<Sort | null> & { turned: string[] } {
  const [field = ''] = all(search['sort'])
  const [direction = 'asc'] = all(search['direction'])
  if (field === '') return { value: defaultSort, leftOut: [], turned: [] }
  const sort = { field, direction: direction === 'desc' ? 'desc' : 'asc' } as const
  const schema = shapeOf(endpoint.body)['sort']
  const isKnown = schema ? safeParse(schema, sort).success : field in fieldsOf(endpoint)
  if (!isKnown) return { value: defaultSort, leftOut: [field], turned: [] }
  return { value: sort, leftOut: [], turned: direction === sort.direction ? [] : [direction] }
}

const mostPages = 1_000_000

function readPage(texts: string[]): Read<number> {
  const [text = '1'] = texts
  const page = Number(text)
  const isPage = Number.isInteger(page) && page >= 1 && page <= mostPages
  return isPage ? { value: page - 1, leftOut: [] } : { value: 0, leftOut: [text] }
}

function readSize(texts: string[]): Read<number> {
  const [text] = texts
  if (text === undefined) return { value: defaultPageSize, leftOut: [] }
  const value = pageSize(Number(text))
  return { value, leftOut: value === Number(text) ? [] : [text] }
}

/** The search parameters that are not filters. */
const parts = ['sort', 'direction', 'page', 'size', 'view', 'tab', 'group', 'unfolded', 'open']

/** The search parameters of these filters. */
const namesOf = (empty: FilterValues) =>
  Object.entries(empty).flatMap(([name, value]) => (isRange(value) ? [`${name}.from`, `${name}.to`] : [name]))

/**
 * The state of a list from its URL, and the values that are left out because no record matches them and the server would reject them. Pages
 * count from 1 in the URL, as on the screen.
 */
function readListState(search: Search, form: ListForm): { state: ListState; leftOut: LeftOut } {
  const { endpoint, empty, views, groups, opens } = form
  const schemas = shapeOf(endpoint.body ?? endpoint.query)
  const filters = Object.entries(empty).map(
    ([name, value]) => [name, readFilter(name, value, search, schemas[name])] as const,
  )
  const sort = readSort(search, form)
  const page = readPage(all(search['page']))
  const size = readSize(all(search['size']))
  const view = readOne(all(search['view']), '', String, (name) => views.includes(String(name)))
  const tab = readOne(all(search['tab']), '', String, (text) => safeParse(id, text).success)
  const group = readOne(all(search['group']), '', String, (name) => groups.includes(String(name)))
  const opened = readOne(all(search['open']), '', String, (text) => opens && safeParse(id, text).success)
  const known = new Set([...parts, ...namesOf(empty)])
  const leftOut = {
    ...Object.fromEntries(filters.map(([name, read]) => [name, read.leftOut])),
    sort: sort.leftOut,
    direction: sort.turned,
    page: page.leftOut,
    size: size.leftOut,
    view: view.leftOut,
    tab: tab.leftOut,
    group: group.leftOut,
    open: opened.leftOut,
    ...Object.fromEntries(
      Object.entries(search).flatMap(([name, texts]) => (known.has(name) ? [] : [[name, all(texts)]])),
    ),
  }
  return {
    state: {
      page: page.value,
      size: size.value,
      sort: sort.value,
      filters: Object.fromEntries(filters.map(([name, { value }]) => [name, value])),
      view: view.value,
      tab: tab.value,
      group: group.value,
      unfolded: group.value ? all(search['unfolded']) : [],
      opened: opened.value,
    },
    leftOut: Object.fromEntries(Object.entries(leftOut).filter(([, texts]) => texts.length > 0)),
  }
}

/** The URL of a state; it holds only what differs from a freshly opened list. */
function writeListState({ page, size, sort, filters, ...others }: ListState, defaultSort: Sort | null): Search {
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
  for (const name of ['view', 'group', 'tab'] as const) if (others[name]) search[name] = others[name]
  if (others.group && others.unfolded.length > 0) search['unfolded'] = others.unfolded
  if (others.opened) search['open'] = others.opened
  return search
}

/** The values that were left out of an address, while its corrected address is shown. */
function useLeftOut(leftOut: LeftOut, mended: string) {
  const [notice, setNotice] = useState<{ leftOut: LeftOut; address: string } | null>(null)
  const isFaulty = isLeftOut({ leftOut })
  if (isFaulty && JSON.stringify(notice?.leftOut) !== JSON.stringify(leftOut)) setNotice({ leftOut, address: mended })
  return { isFaulty, leftOut: notice?.address === mended ? notice.leftOut : {}, forget: () => setNotice(null) }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A record was opened beside its list in this history step, so that going back shows the list as before. */
    isOverList?: boolean
  }
}

/** Opens and closes a record beside its list, which keeps its scroll position. Only the first record adds a history step. */
function useBeside(pathname: string, state: ListState, defaultSort: Sort | null) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const go = (opened: string, isOverList?: boolean) => {
    const search = writeListState({ ...state, opened }, defaultSort)
    const replace = opened === '' || state.opened !== ''
    void navigate({ to: pathname, search, replace, resetScroll: false, ...(isOverList && { state: { isOverList } }) })
  }
  return {
    show: (opened: string) => go(opened, state.opened === '' || history.location.state.isOverList === true),
    hide: () => (history.location.state.isOverList ? history.back() : go('')),
  }
}

/** The list state in the address, and functions that change it. */
export function useListAddress(form: ListForm) {
  const { empty, defaultSort } = form
  // The path of this list, even while the next screen is loading.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { state, leftOut } = readListState(search, form)
  const beside = useBeside(pathname, state, defaultSort)
  const mended = writeListState(state, defaultSort)
  const { isFaulty, ...notice } = useLeftOut(leftOut, stringifySearch(mended))
  useEffect(() => {
    if (isFaulty) void navigate({ to: pathname, search: mended, replace: true })
    else rememberSearch(pathname, search)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the corrected address follows from the address
  }, [isFaulty, pathname, search])
  const visit = (to: Search, replace = false) => void navigate({ to: pathname, search: to, replace })
  const go = (next: Partial<ListState>, replace = false) =>
    visit(writeListState({ ...state, ...next }, defaultSort), replace)
  const addressOf = (shown: ListState) =>
    stringifySearch(writeListState({ ...shown, page: 0, tab: '', unfolded: [], opened: '' }, defaultSort))
  return {
    state,
    ...notice,
    address: addressOf(state),
    normal: (address: string) => addressOf(readListState(parseSearch(address), form).state),
    open: (address: string, tab = '') => visit({ ...parseSearch(address), ...(tab && { tab }) }),
    /** With `replace` no history step is added. */
    apply: (filters: FilterValues, { replace = false } = {}) => go({ filters, page: 0, opened: '' }, replace),
    clear: () => go({ filters: empty, page: 0, opened: '' }),
    groupBy: (group: string) => go({ group, unfolded: [], page: 0, opened: '' }),
    /** Opens or closes a group without a history step. */
    unfold: (key: string, isOpen: boolean) => {
      const others = state.unfolded.filter((other) => other !== key)
      go({ unfolded: isOpen ? [...others, key] : others }, true)
    },
    goTo: (page: number) => go({ page, opened: '' }),
    resize: (size: number) => go({ size, page: 0, opened: '' }),
    sortBy: (field: string) => {
      const again = state.sort?.field === field && state.sort.direction === 'asc'
      go({ sort: { field, direction: again ? 'desc' : 'asc' }, page: 0 })
    },
    ...beside,
  }
}
