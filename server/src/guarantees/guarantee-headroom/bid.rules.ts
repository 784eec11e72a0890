import type { BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { changeDays, type Span, sumsOn } from './headroom.rules.ts'

/** Judges whether a limit is enough for the guarantees of a tender. Amounts are in paise, days YYYY-MM-DD. */

export interface Limit {
  limit: bigint
  /** The guarantees that use the limit. */
  used: readonly Span[]
  /** The plans of other tenders and contracts. */
  others: readonly Span[]
}

/** The totals of a limit from a day on which something changes. */
export interface Day {
  on: string
  used: bigint
  others: bigint
  asked: bigint
  left: bigint
}

export interface Judgement {
  verdict: BidVerdict
  days: Day[]
  firstShortOn: string | null
  shortage: bigint
  firstShortAloneOn: string | null
  shortageAlone: bigint
}

/** The first day with a negative rest, and the largest shortage. */
function findShortage(days: readonly Day[], left: (day: Day) => bigint): { on: string | null; most: bigint } {
  const least = days.reduce((least, day) => (left(day) < least ? left(day) : least), 0n)
  return { on: days.find((day) => left(day) < 0n)?.on ?? null, most: -least }
}

/** The guarantees of a tender that are still needed, counted from today. */
export const neededSpans = (asked: readonly Span[], today: string): Span[] =>
  asked
    .filter(({ until }) => until === null || until >= today)
    .map((span) => ({ ...span, from: span.from < today ? today : span.from }))

/**
 * Judges a tender by the rest of a limit on each day from the first to the last on which the tender needs a guarantee. There must
 * be at least one guarantee.
 */
export function judge(asked: readonly Span[], { limit, used, others }: Limit): Judgement {
  const first = asked.map(({ from }) => from).reduce((one, other) => (one < other ? one : other))
  const last = asked.map(({ until }) => until ?? '9999-12-31').reduce((one, other) => (one > other ? one : other))
  const on = changeDays([...used, ...others, ...asked], first, last)
  const [usedOn, othersOn, askedOn] = [used, others, asked].map((spans) => sumsOn(spans, on))
  const days = on.map((day, at): Day => {
    const [used = 0n, others = 0n, asked = 0n] = [usedOn?.[at], othersOn?.[at], askedOn?.[at]]
    return { on: day, used, others, asked, left: limit - used - others - asked }
  })
  const short = findShortage(days, ({ left }) => left)
  const shortAlone = findShortage(days, ({ left, others }) => left + others)
  return {
    verdict: short.on === null ? 'YES' : shortAlone.on === null ? 'ONLY_ALONE' : 'NO',
    days,
    firstShortOn: short.on,
    shortage: short.most,
    firstShortAloneOn: shortAlone.on,
    shortageAlone: shortAlone.most,
  }
}

const countsOn = ({ from, until }: Span, day: string) => from <= day && (until === null || day <= until)

/**
 * The guarantees that must come free so that no day is short. `guarantees` are in the order in which they come free. The result has
 * no guarantee that could stay; of several choices it leaves out the latest. If all of them are not enough, `isMended` is false and
 * `mends` are those that count on a short day.
 */
export function findMends<G extends { span: Span }>(
  days: readonly Pick<Day, 'on' | 'left'>[],
  guarantees: readonly G[],
) {
  const left = days.map((day) => day.left)
  function change(by: (paise: bigint) => bigint, { span }: G) {
    for (const [at, { on }] of days.entries()) if (countsOn(span, on)) left[at] = (left[at] ?? 0n) + by(span.paise)
  }
  const free = (guarantee: G) => change((paise) => paise, guarantee)
  const use = (guarantee: G) => change((paise) => -paise, guarantee)
  const isEnough = () => left.every((paise) => paise >= 0n)
  const freed: G[] = []
  for (const guarantee of guarantees) {
    if (isEnough()) break
    free(guarantee)
    freed.push(guarantee)
  }
  if (!isEnough()) {
    const short = days.filter((day) => day.left < 0n)
    return { mends: guarantees.filter(({ span }) => short.some(({ on }) => countsOn(span, on))), isMended: false }
  }
  const needed = freed.toReversed().filter((guarantee) => {
    use(guarantee)
    if (isEnough()) return false
    free(guarantee)
    return true
  })
  return { mends: needed.toReversed(), isMended: true }
}

const order: readonly BidVerdict[] = ['YES', 'ONLY_ALONE', 'NO']

/** The worst verdict of the banks with plans, because all of them are needed; else the best, because one bank is enough. */
export function overallVerdict(banks: readonly { verdict: BidVerdict; isPlanned: boolean }[]): BidVerdict | null {
  const planned = banks.filter(({ isPlanned }) => isPlanned)
  const places = (planned.length > 0 ? planned : banks).map(({ verdict }) => order.indexOf(verdict))
  if (places.length === 0) return null
  return order[planned.length > 0 ? Math.max(...places) : Math.min(...places)] ?? null
}
