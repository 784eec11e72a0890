import type { Freeing } from '@plinth/api/guarantees/bank-facilities'
import { daysAfter } from '@plinth/api/kernel/later-days'

/** What guarantees and plans come to from day to day, in paise. Days are YYYY-MM-DD. */

/** An amount that counts from a day to a day, both included; without an end where `until` is null. */
export interface Span {
  paise: bigint
  from: string
  until: string | null
}

export const dayAfter = (day: string) => daysAfter(day, 1)

/** The days from `first` to `last` on which a span begins, or has ended the day before: `first` too, in their order. */
export function turns(spans: readonly Span[], first: string, last: string): string[] {
  const days = spans.flatMap(({ from, until }) => (until === null ? [from] : [from, dayAfter(until)]))
  return [first, ...new Set(days.filter((day) => day > first && day <= last))].toSorted()
}

/** What spans come to on each of these days, which are in their order. */
export function sumsOn(spans: readonly Span[], days: readonly string[]): bigint[] {
  const changes = spans
    .flatMap(({ paise, from, until }) => [
      { on: from, paise },
      ...(until === null ? [] : [{ on: dayAfter(until), paise: -paise }]),
    ])
    .toSorted((one, other) => (one.on < other.on ? -1 : Number(one.on > other.on)))
  let sum = 0n
  let next = 0
  return days.map((day) => {
    for (let change = changes[next]; change && change.on <= day; change = changes[next]) {
      sum += change.paise
      next += 1
    }
    return sum
  })
}

/** What of a guarantee tells for how long it counts. */
export interface Running {
  state: string
  expiresOn: string | null
  claimUntil: string | null
}

/** Somebody has claimed what it stands for: its days free nothing until that is settled. */
const isClaimed = ({ state }: Running) => state === 'CLAIMED' || state === 'PAID_OUT'

/** The last day on which a guarantee counts for certain, by what its bank goes by; null where only its paper ends it. */
export function lastDayOf(guarantee: Running, freesOn: Freeing): string | null {
  if (freesOn === 'DISCHARGE' || isClaimed(guarantee)) return null
  return freesOn === 'EXPIRY' ? guarantee.expiresOn : (guarantee.claimUntil ?? guarantee.expiresOn)
}

/** The last day on which it is expected to count: that, else so many days after the last one of claims; null where nobody can say. */
export function expectedLastDayOf(guarantee: Running, freesOn: Freeing, dischargeDays: number): string | null {
  const certain = lastDayOf(guarantee, freesOn)
  const claims = guarantee.claimUntil ?? guarantee.expiresOn
  return certain ?? (claims === null || isClaimed(guarantee) ? null : daysAfter(claims, dischargeDays))
}
