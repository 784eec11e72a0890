import { isGuarantee, isReceipt } from '@plinth/api/guarantees/instrument-moves'
import { type Instrument, instrumentColumnLabels as labels } from '@plinth/api/guarantees/instruments'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { translated } from '../../lib/language.ts'

/** A day of the course with its label. */
export interface CourseDay {
  label: string
  day: string
}

/** A part of the course: not yet in force, in force, or expired with time left for claims. */
export interface Span {
  part: 'before' | 'valid' | 'claims'
  days: number
}

type InstrumentDays = Pick<
  Instrument,
  'kind' | 'issuedOn' | 'effectiveOn' | 'expiresOn' | 'claimUntil' | 'maturesOn' | 'staleOn'
>

/** The known days of an instrument in their order. */
export function courseDays(instrument: InstrumentDays): CourseDay[] {
  const { kind, issuedOn, effectiveOn, expiresOn, claimUntil, maturesOn, staleOn } = instrument
  const labelledDays: [string, string | null | undefined][] = [
    [labels.issuedOn, issuedOn],
    [labels.effectiveOn, effectiveOn === issuedOn ? null : effectiveOn],
    [labels.expiresOn, expiresOn],
    [labels.claimUntil, claimUntil],
    [labels.maturesOn, isReceipt(kind) ? maturesOn : null],
    [labels.staleOn, isGuarantee(kind) ? null : staleOn],
  ]
  return labelledDays.flatMap(([label, day]) => (day ? [{ label: translated(label), day }] : []))
}

/** The parts of the course from its first to its last day; empty with fewer than two days. The end is a day later, so that the last day is included. */
export function courseSpans(instrument: InstrumentDays): Span[] {
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

/** Position of a day on the course, from 0 to 1; a day before or after the course is at its end. */
export function placeOn(instrument: InstrumentDays, day: string): number {
  const [first, last] = [courseDays(instrument)[0]?.day, courseDays(instrument).at(-1)?.day]
  if (!first || !last) return 0
  return Math.min(1, Math.max(0, daysBetween(first, day) / (daysBetween(first, last) + 1)))
}
