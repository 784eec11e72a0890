import { type DeadlineKind, deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { type CoverageState, coverageGaps, coverageStates } from '@plinth/api/reminders/reminder-coverage'
import type { FilterValue, FilterValues } from '../../lib/list-address.ts'
import type { Search } from '../../lib/search.ts'

export const coveragePath = '/reminders/coverage'

/** The views beside the list of deadlines: the table of kinds, and records without a day. */
export const coverageViews = ['kinds', 'undated']

/** Without filters: all gaps. */
export const noFilters: FilterValues = { state: [], kind: [] }

const names = <T extends string>(known: readonly T[], value: FilterValue | undefined): T[] =>
  Array.isArray(value) ? known.filter((name) => value.includes(name)) : []

/** The known values of the filters in an address. */
export const parseFilters = ({ state, kind }: FilterValues) => ({
  state: names(coverageStates, state),
  kind: names(deadlineKindNames, kind),
})
export type ParsedFilters = ReturnType<typeof parseFilters>

/** The filters with only this state, or with none if it was chosen already. */
export const withState = (filters: FilterValues, state: CoverageState): FilterValues => ({
  ...filters,
  state: parseFilters(filters).state.includes(state) ? [] : [state],
})

/** The filters with this kind added, or removed if it was chosen already. */
export function withKind(filters: FilterValues, kind: DeadlineKind): FilterValues {
  const { kind: chosen } = parseFilters(filters)
  return { ...filters, kind: chosen.includes(kind) ? chosen.filter((name) => name !== kind) : [...chosen, kind] }
}

/** The search parameters for deadlines of these states and kinds; without any, of all gaps. */
export const searchOf = (state: readonly CoverageState[], kind: readonly DeadlineKind[] = []): Search => ({
  ...(state.length > 0 && { state: [...state] }),
  ...(kind.length > 0 && { kind: [...kind] }),
})

export type Shown = 'gaps' | 'told' | 'waived' | 'kinds' | 'undated'

/** The figure that the list below belongs to; undefined if the list mixes several. */
export function shownBy(view: string, { state }: ParsedFilters): Shown | undefined {
  if (view === 'kinds' || view === 'undated') return view
  const gaps: readonly CoverageState[] = coverageGaps
  if (state.every((one) => gaps.includes(one))) return 'gaps'
  if (state.length > 1) return undefined
  return state[0] === 'COVERED' ? 'told' : 'waived'
}
