import type { BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { type Span, sumsOn, turns } from './headroom.rules.ts'

/** Whether a limit is enough for the guarantees of a tender. Amounts in paise, days as YYYY-MM-DD. */

export interface Limit {
  limit: bigint
  /** Guarantees given. */
  used: readonly Span[]
  /** What other tenders and contracts plan. */
  others: readonly Span[]
}

/** What lies between two days: each on which something changes. */
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

/** The first day of which less than nothing is left, and the most that is missing on any. */
function shortOf(days: readonly Day[], left: (day: Day) => bigint): { on: string | null; most: bigint } {
  const least = days.reduce((least, day) => (left(day) < least ? left(day) : least), 0n)
  return { on: days.find((day) => left(day) < 0n)?.on ?? null, most: -least }
}

/** The guarantees of a tender that are still to be needed, as they count from today on. */
export const askedFrom = (asked: readonly Span[], today: string): Span[] =>
  asked
    .filter(({ until }) => until === null || until >= today)
    .map((span) => ({ ...span, from: span.from < today ? today : span.from }))

/** Judges a tender by what is left of a limit on each day from the first to the last on which it needs a guarantee, of which there is one. */
export function judge(asked: readonly Span[], { limit, used, others }: Limit): Judgement {
  const first = asked.map(({ from }) => from).reduce((one, other) => (one < other ? one : other))
  const last = asked.map(({ until }) => until ?? '9999-12-31').reduce((one, other) => (one > other ? one : other))
  const on = turns([...used, ...others, ...asked], first, last)
  const [usedOn, othersOn, askedOn] = [used, others, asked].map((spans) => sumsOn(spans, on))
  const days = on.map((day, at): Day => {
    const [used = 0n, others = 0n, asked = 0n] = [usedOn?.[at], othersOn?.[at], askedOn?.[at]]
    return { on: day, used, others, asked, left: limit - used - others - asked }
  })
  const short = shortOf(days, ({ left }) => left)
  const alone = shortOf(days, ({ left, others }) => left + others)
  return {
    verdict: short.on === null ? 'YES' : alone.on === null ? 'ONLY_ALONE' : 'NO',
    days,
    firstShortOn: short.on,
    shortage: short.most,
    firstShortAloneOn: alone.on,
    shortageAlone: alone.most,
  }
}

const counts = ({ from, until }: Span, day: string) => from <= day && (until === null || day <= until)

/**
 * Of guarantees in the order in which they come free, those without which enough would be left on every day: none that could stay
 * as well, the latest first. Where it would not be enough without any of them, `isMended` is false and they are those that count on
 * a day that is short.
 */
export function mending<G extends { span: Span }>(days: readonly Pick<Day, 'on' | 'left'>[], guarantees: readonly G[]) {
  const left = days.map((day) => day.left)
  function give(by: (paise: bigint) => bigint, { span }: G) {
    for (const [at, { on }] of days.entries()) if (counts(span, on)) left[at] = (left[at] ?? 0n) + by(span.paise)
  }
  const back = (guarantee: G) => give((paise) => paise, guarantee)
  const again = (guarantee: G) => give((paise) => -paise, guarantee)
  const isEnough = () => left.every((paise) => paise >= 0n)
  const freed: G[] = []
  for (const guarantee of guarantees) {
    if (isEnough()) break
    back(guarantee)
    freed.push(guarantee)
  }
  if (!isEnough()) {
    const short = days.filter((day) => day.left < 0n)
    return { mends: guarantees.filter(({ span }) => short.some(({ on }) => counts(span, on))), isMended: false }
  }
  const needed = freed.toReversed().filter((guarantee) => {
    again(guarantee)
    if (isEnough()) return false
    back(guarantee)
    return true
  })
  return { mends: needed.toReversed(), isMended: true }
}

const order: readonly BidVerdict[] = ['YES', 'ONLY_ALONE', 'NO']

/** The worst of those that guarantees are planned at, all of which are needed; else the best, since one is enough. */
export function overall(banks: readonly { verdict: BidVerdict; isPlanned: boolean }[]): BidVerdict | null {
  const planned = banks.filter(({ isPlanned }) => isPlanned)
  const places = (planned.length > 0 ? planned : banks).map(({ verdict }) => order.indexOf(verdict))
  if (places.length === 0) return null
  return order[planned.length > 0 ? Math.max(...places) : Math.min(...places)] ?? null
}
