import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'
import type { quickCounts } from '../lib/quick-counts.ts'
import type { Search } from '../lib/search.ts'

/** A figure of a card, which links to exactly the records that it counts. */
export interface TodayFigure {
  /** All of them apply; the last one names the figure. */
  quickFilters: readonly string[]
  /** The label, if the name of the last filter is not enough. */
  label?: string
  /** A value above zero is a problem. */
  isAlarm?: boolean
}

export interface TodayRow {
  id: string
  to: string
  search?: Search
  name: string
  detail: string
  isAlarm?: boolean
}

/** Related figures. */
export interface TodayGroup {
  title?: string
  figures: readonly TodayFigure[]
}

/** The most urgent records of a card, out of those that one of its figures counts. */
export interface TodayNext {
  title: string
  of: TodayFigure
  rows: ReturnType<typeof rowsOf>
  /** The most rows, if not five. */
  most?: number
  /** The text when there is none. */
  none: string
}

/** A slice's card on the user's home page, as `today` of its `today.ts`: for users who may make its call. */
export interface TodayCard {
  title: string
  /** The list that its figures link to. */
  to: string
  /** Counts the records of each quick filter of the list. */
  count: Endpoint
  /** The counts of its figures, by their names, and the address of each, if the list has no quick filters. */
  counts?: ReturnType<typeof quickCounts>
  searchOf?: (figure: TodayFigure) => Search
  /** The user must be able to view one of these modules, if the call itself requires none. */
  modules?: readonly ModuleName[]
  /** The card spans all columns, with its figures beside the first records. */
  isWide?: true
  /** The one whose amount stands large above the others, which then show theirs. */
  headline?: TodayFigure
  groups: readonly TodayGroup[]
  next?: TodayNext
  /** The shares of the headline by place; loaded with the figures. */
  shares?: TodayNext
  /** A link to a screen with more. */
  more?: { to: string; label: string }
}

/** The query for the rows of a card: `shown` selects them from a call's answer, the most urgent first. */
export const rowsOf = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  shown: (answer: Answer<E>) => TodayRow[],
) => ({
  // A cache key of its own: these are rows of a card, not the answer of the call.
  queryKey: ['today', ...endpointKey(endpoint, input)],
  queryFn: async ({ signal }: { signal: AbortSignal }) => shown(await call(endpoint, input, { signal })),
})
