import { type DeadlineTime, deadlineKindNames, deadlineOwners, deadlineTimes } from '@plinth/api/reminders/deadlines'
import type { FilterValue, FilterValues } from '../../lib/list-address.ts'
import type { Search } from '../../lib/search.ts'

export type DeadlineOwner = (typeof deadlineOwners)[number]

export const agendaPath = '/reminders'

/** An agenda that nobody has narrowed: all that is open of one's own. */
export const noFilters: FilterValues = { owner: '', time: [], kind: [] }

const names = <T extends string>(known: readonly T[], value: FilterValue | undefined): T[] =>
  Array.isArray(value) ? known.filter((name) => value.includes(name)) : []

/** What the filters of an address ask for. */
export function askedBy({ owner, time, kind }: FilterValues) {
  return {
    owner: deadlineOwners.find((name) => name === owner) ?? 'MINE',
    time: names(deadlineTimes, time),
    kind: names(deadlineKindNames, kind),
  }
}
export type Asked = ReturnType<typeof askedBy>

/** The filters with the deadlines of this owner; one's own are what an address without an owner means. */
export const withOwner = (filters: FilterValues, owner: DeadlineOwner): FilterValues => ({
  ...filters,
  owner: owner === 'MINE' ? '' : owner,
})

/** The filters with one time alone, or none where it is pressed again. */
export const withTime = (filters: FilterValues, time: DeadlineTime): FilterValues => ({
  ...filters,
  time: askedBy(filters).time.includes(time) ? [] : [time],
})

/** The filters with a kind more, or one less. */
export function withKind(filters: FilterValues, kind: Asked['kind'][number]): FilterValues {
  const { kind: chosen } = askedBy(filters)
  return { ...filters, kind: chosen.includes(kind) ? chosen.filter((name) => name !== kind) : [...chosen, kind] }
}

/** The filters with all times and kinds, of the same owner. */
export const withoutNarrowing = (filters: FilterValues): FilterValues => ({ ...filters, time: [], kind: [] })

/** The address of one's own deadlines of that time. */
export const searchOfTime = (time: DeadlineTime): Search => ({ time: [time] })
