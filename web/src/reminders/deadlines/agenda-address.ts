import {
  type ObligationTime,
  obligationKindNames,
  obligationOwners,
  obligationTimes,
} from '@plinth/api/reminders/deadlines'
import type { FilterValue, FilterValues } from '../../lib/list-address.ts'
import type { Search } from '../../lib/search.ts'

export type ObligationOwner = (typeof obligationOwners)[number]

export const agendaPath = '/reminders'

/** An agenda that nobody has narrowed: all that is open of one's own. */
export const noFilters: FilterValues = { owner: '', time: [], kind: [] }

const names = <T extends string>(known: readonly T[], value: FilterValue | undefined): T[] =>
  Array.isArray(value) ? known.filter((name) => value.includes(name)) : []

/** What the filters of an address ask for. */
export function askedBy({ owner, time, kind }: FilterValues) {
  return {
    owner: obligationOwners.find((name) => name === owner) ?? 'MINE',
    time: names(obligationTimes, time),
    kind: names(obligationKindNames, kind),
  }
}
export type Asked = ReturnType<typeof askedBy>

/** The filters with the duties of this owner; one's own are what an address without an owner means. */
export const withOwner = (filters: FilterValues, owner: ObligationOwner): FilterValues => ({
  ...filters,
  owner: owner === 'MINE' ? '' : owner,
})

/** The filters with one time alone, or none where it is pressed again. */
export const withTime = (filters: FilterValues, time: ObligationTime): FilterValues => ({
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

/** The address of one's own duties of that time. */
export const searchOfTime = (time: ObligationTime): Search => ({ time: [time] })
