import { type DeadlineTime, deadlineKindNames, deadlineOwners, deadlineTimes } from '@plinth/api/reminders/deadlines'
import type { FilterValue, FilterValues } from '../../lib/list-address.ts'
import type { Search } from '../../lib/search.ts'

export type DeadlineOwner = (typeof deadlineOwners)[number]

export const agendaPath = '/reminders'

/** The agenda without filters: the user's own open deadlines. */
export const noFilters: FilterValues = { owner: '', time: [], kind: [] }

const names = <T extends string>(known: readonly T[], value: FilterValue | undefined): T[] =>
  Array.isArray(value) ? known.filter((name) => value.includes(name)) : []

/** The known values of the filters in an address. */
export function parseFilters({ owner, time, kind }: FilterValues) {
  return {
    owner: deadlineOwners.find((name) => name === owner) ?? 'MINE',
    time: names(deadlineTimes, time),
    kind: names(deadlineKindNames, kind),
  }
}
export type ParsedFilters = ReturnType<typeof parseFilters>

/** The filters with this owner; an address without an owner means the user's own deadlines. */
export const withOwner = (filters: FilterValues, owner: DeadlineOwner): FilterValues => ({
  ...filters,
  owner: owner === 'MINE' ? '' : owner,
})

/** The filters with only this time, or with none if it was chosen already. */
export const withTime = (filters: FilterValues, time: DeadlineTime): FilterValues => ({
  ...filters,
  time: parseFilters(filters).time.includes(time) ? [] : [time],
})

/** The filters with this kind added, or removed if it was chosen already. */
export function withKind(filters: FilterValues, kind: ParsedFilters['kind'][number]): FilterValues {
  const { kind: chosen } = parseFilters(filters)
  return { ...filters, kind: chosen.includes(kind) ? chosen.filter((name) => name !== kind) : [...chosen, kind] }
}

/** The filters with the same owner and without times and kinds. */
export const withoutNarrowing = (filters: FilterValues): FilterValues => ({ ...filters, time: [], kind: [] })

/** The search parameters for the user's own deadlines of a time. */
export const searchOfTime = (time: DeadlineTime): Search => ({ time: [time] })
