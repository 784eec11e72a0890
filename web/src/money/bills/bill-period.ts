import { daysAfter } from '@plinth/api/kernel/later-days'

interface Case {
  /** Until when the bill counts work. */
  uptoDate: string
  /** Until when the bill before it did; null of a first bill. */
  previousUpto: string | null
  /** When the agreement began; null where that is not entered. */
  startsOn: string | null
}

/** The first day of the period that a bill is for; null where it is not known, or is not before its last day. */
export function periodStart({ uptoDate, previousUpto, startsOn }: Case): string | null {
  const from = previousUpto === null ? startsOn : daysAfter(previousUpto, 1)
  return from !== null && from <= uptoDate ? from : null
}
