import { daysAfter } from '@plinth/api/kernel/later-days'

interface PeriodInputs {
  /** The last day of the bill's work. */
  uptoDate: string
  /** The last day of the previous bill's work; null for a first bill. */
  previousUpto: string | null
  /** The first day of the agreement; null if it is not entered. */
  startsOn: string | null
}

/** The first day of a bill's period; null if it is unknown or after the last day. */
export function periodStart({ uptoDate, previousUpto, startsOn }: PeriodInputs): string | null {
  const from = previousUpto === null ? startsOn : daysAfter(previousUpto, 1)
  return from !== null && from <= uptoDate ? from : null
}
