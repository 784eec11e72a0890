import { isGuarantee, isReceipt } from '@plinth/api/guarantees/instrument-moves'
import { type Instrument, instrumentColumnLabels as labels } from '@plinth/api/guarantees/instruments'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { translated } from '../../lib/language.ts'

/** A day of the course, called by what it is the day of. */
export interface CourseDay {
  label: string
  day: string
}

/** A part of the course: not yet in force, in force, or over but for what may still be claimed. */
export interface Span {
  part: 'before' | 'valid' | 'claims'
  days: number
}

type Dated = Pick<
  Instrument,
  'kind' | 'issuedOn' | 'effectiveOn' | 'expiresOn' | 'claimUntil' | 'maturesOn' | 'staleOn'
>

/** The days of an instrument in their order, those that are known. */
export function courseDays(instrument: Dated): CourseDay[] {
  const { kind, issuedOn, effectiveOn, expiresOn, claimUntil, maturesOn, staleOn } = instrument
  const named: [string, string | null | undefined][] = [
    [labels.issuedOn, issuedOn],
    [labels.effectiveOn, effectiveOn === issuedOn ? null : effectiveOn],
    [labels.expiresOn, expiresOn],
    [labels.claimUntil, claimUntil],
    [labels.maturesOn, isReceipt(kind) ? maturesOn : null],
    [labels.staleOn, isGuarantee(kind) ? null : staleOn],
  ]
  return named.flatMap(([label, day]) => (day ? [{ label: translated(label), day }] : []))
}

/** The course in parts, from its first to its last day; none of one that has no two days. A day longer than it, so that its last one is inside. */
export function courseSpans(instrument: Dated): Span[] {
  const days = courseDays(instrument)
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  const { effectiveOn, expiresOn } = instrument
  if (!first || !last || first === last) return []
  const from = effectiveOn ?? first
  const end = expiresOn ?? last
  const spans: Span[] = [
    { part: 'before', days: daysBetween(first, from) },
    { part: 'valid', days: daysBetween(from, end) + 1 },
    { part: 'claims', days: daysBetween(end, last) },
  ]
  return spans.filter((span) => span.days > 0)
}

/** Where a day lies on the course, from 0 to 1: before or after it at its end. */
export function placeOn(instrument: Dated, day: string): number {
  const [first, last] = [courseDays(instrument)[0]?.day, courseDays(instrument).at(-1)?.day]
  if (!first || !last) return 0
  return Math.min(1, Math.max(0, daysBetween(first, day) / (daysBetween(first, last) + 1)))
}
