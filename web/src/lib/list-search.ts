import { defaultPageSize, maxPageSize, type Sort } from '@plinth/api/kernel/paging'
import type { Search } from './search.ts'

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
export function readListState(search: Search, empty: FilterValues, defaultSort: Sort | null): ListState {
  const field = one(search['sort'])
  return {
    page: Math.max(0, (Math.floor(Number(one(search['page']))) || 1) - 1),
    size: search['size'] === undefined ? defaultPageSize : pageSize(Number(one(search['size']))),
    sort: field ? { field, direction: one(search['direction']) === 'desc' ? 'desc' : 'asc' } : defaultSort,
    filters: Object.fromEntries(Object.entries(empty).map(([name, value]) => [name, readFilter(name, value, search)])),
  }
}

/** The URL of a state: only what differs from a freshly opened list. */
export function writeListState({ page, size, sort, filters }: ListState, defaultSort: Sort | null): Search {
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
  return search
}

/** Filters as the wire takes them: unset ones left out, a range from the start of its first day to the end of its last. */
export function filterBodyOf(filters: FilterValues): Record<string, unknown> {
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
