import type { Freeing } from '@plinth/api/guarantees/bank-facilities'
import { daysAfter } from '@plinth/api/kernel/later-days'

/** Daily totals of guarantees and plans, in paise. Days are YYYY-MM-DD. */

/** An amount that counts between two days, both included; without an end if `until` is null. */
export interface Span {
  paise: bigint
  from: string
  until: string | null
}

export const dayAfter = (day: string) => daysAfter(day, 1)

/** The days from `first` to `last` on which the total can change: `first`, and each day on which a span begins or has ended the day before; ascending. */
export function changeDays(spans: readonly Span[], first: string, last: string): string[] {
  const days = spans.flatMap(({ from, until }) => (until === null ? [from] : [from, dayAfter(until)]))
  return [first, ...new Set(days.filter((day) => day > first && day <= last))].toSorted()
}

/** The total of the spans on each of these days, which must be ascending. */
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

/** The fields of a guarantee that decide how long it counts. */
export interface GuaranteeDays {
  state: string
  expiresOn: string | null
  claimUntil: string | null
}

/** Whether a guarantee is claimed or paid out, so that its days free nothing until the claim is settled. */
const isClaimed = ({ state }: GuaranteeDays) => state === 'CLAIMED' || state === 'PAID_OUT'

/** The last day on which a guarantee counts for certain, by the bank's rule; null if only its return ends it. */
export function lastDayOf(guarantee: GuaranteeDays, freesOn: Freeing): string | null {
  if (freesOn === 'DISCHARGE' || isClaimed(guarantee)) return null
  return freesOn === 'EXPIRY' ? guarantee.expiresOn : (guarantee.claimUntil ?? guarantee.expiresOn)
}

/** The last day on which a guarantee is expected to count: the certain one, else `dischargeDays` after the last day of claims; null if unknown. */
export function expectedLastDayOf(guarantee: GuaranteeDays, freesOn: Freeing, dischargeDays: number): string | null {
  const certain = lastDayOf(guarantee, freesOn)
  const claims = guarantee.claimUntil ?? guarantee.expiresOn
  return certain ?? (claims === null || isClaimed(guarantee) ? null : daysAfter(claims, dischargeDays))
}
