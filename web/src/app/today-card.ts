import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import type { ModuleName } from '@plinth/api/kernel/permissions'
import { call } from '../lib/call.ts'
import { endpointKey } from '../lib/query-client.ts'
import type { quickCounts } from '../lib/quick-counts.ts'
import type { Search } from '../lib/search.ts'

/** A figure of a card, which leads to exactly the records that it counts. */
export interface TodayFigure {
  /** Every one of them holds; the last one names the figure. */
  quickFilters: readonly string[]
  /** What it is called where the name of its last filter does not say it. */
  label?: string
  /** Where there are any, something is amiss. */
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

/** Figures that belong together. */
export interface TodayGroup {
  title?: string
  figures: readonly TodayFigure[]
}

/** The records of a card that come first, of those that one of its figures counts. */
export interface TodayNext {
  title: string
  of: TodayFigure
  rows: ReturnType<typeof rowsOf>
  /** How many rows there are at most, where it is not five. */
  most?: number
  /** Said where there is none. */
  none: string
}

/** What a slice brings to the person's day, as `today` of its `today.ts`: for whoever may make its call. */
export interface TodayCard {
  title: string
  /** The list that its figures lead to. */
  to: string
  /** Counts what each quick filter of the list leaves. */
  count: Endpoint
  /** What its figures count, by their names, and the address of each, where the list has no quick filters. */
  counts?: ReturnType<typeof quickCounts>
  searchOf?: (figure: TodayFigure) => Search
  /** Of which modules the person must view one, where the call itself asks for none. */
  modules?: readonly ModuleName[]
  /** It lies across all columns, with its figures beside the records that come first. */
  isWide?: true
  /** The one whose amount stands large above the others, which then show theirs. */
  headline?: TodayFigure
  groups: readonly TodayGroup[]
  next?: TodayNext
  /** What of it lies where: it comes with the figures. */
  shares?: TodayNext
  /** The screen that tells more of the same. */
  more?: { to: string; label: string }
}

/** Fetches the rows of a card: what a call answers to the input, as far as the card shows it, the most urgent first. */
export const rowsOf = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  shown: (answer: Answer<E>) => TodayRow[],
) => ({
  // Not among the answers of the call itself: these are rows of a card.
  queryKey: ['today', ...endpointKey(endpoint, input)],
  queryFn: async ({ signal }: { signal: AbortSignal }) => shown(await call(endpoint, input, { signal })),
})
