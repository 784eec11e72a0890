import { type DeadlineKind, deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { type CoverageState, coverageGaps, coverageStates } from '@plinth/api/reminders/reminder-coverage'
import type { FilterValue, FilterValues } from '../../lib/list-address.ts'
import type { Search } from '../../lib/search.ts'

export const coveragePath = '/reminders/coverage'

/** What is shown beside the deadlines themselves: how many there are of each kind, and records that have no day. */
export const coverageViews = ['kinds', 'undated']

/** Gaps of any kind. */
export const noFilters: FilterValues = { state: [], kind: [] }

const names = <T extends string>(known: readonly T[], value: FilterValue | undefined): T[] =>
  Array.isArray(value) ? known.filter((name) => value.includes(name)) : []

/** What the filters of an address ask for. */
export const askedBy = ({ state, kind }: FilterValues) => ({
  state: names(coverageStates, state),
  kind: names(deadlineKindNames, kind),
})
export type Asked = ReturnType<typeof askedBy>

/** The filters with one state alone, or none where it is pressed again. */
export const withState = (filters: FilterValues, state: CoverageState): FilterValues => ({
  ...filters,
  state: askedBy(filters).state.includes(state) ? [] : [state],
})

/** The filters with a kind more, or one less. */
export function withKind(filters: FilterValues, kind: DeadlineKind): FilterValues {
  const { kind: chosen } = askedBy(filters)
  return { ...filters, kind: chosen.includes(kind) ? chosen.filter((name) => name !== kind) : [...chosen, kind] }
}

/** The address of the deadlines of these states and kinds; of gaps without any. */
export const searchOf = (state: readonly CoverageState[], kind: readonly DeadlineKind[] = []): Search => ({
  ...(state.length > 0 && { state: [...state] }),
  ...(kind.length > 0 && { kind: [...kind] }),
})

export type Shown = 'gaps' | 'told' | 'waived' | 'kinds' | 'undated'

/** Which of the figures the list below adds up to; none where it mixes several. */
export function shownBy(view: string, { state }: Asked): Shown | undefined {
  if (view === 'kinds' || view === 'undated') return view
  const gaps: readonly CoverageState[] = coverageGaps
  if (state.every((one) => gaps.includes(one))) return 'gaps'
  if (state.length > 1) return undefined
  return state[0] === 'COVERED' ? 'told' : 'waived'
}
