import type { Instrument } from '@plinth/api/guarantees/instruments'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

type Facts = Pick<Instrument, 'expiresOn' | 'completesOn' | 'neededUntil'>

/** Says that a guarantee ends before the day its contract requires, and which day is enough; null if it is long enough. */
export function tooShortText({ expiresOn, completesOn, neededUntil }: Facts): string | null {
  if (!expiresOn || !completesOn || !neededUntil) return null
  return t(
    'Ends {days} before what the contract asks for (completion {completion} + {beyond}): have it extended to {day}',
    {
      days: counted(daysBetween(expiresOn, neededUntil), 'day'),
      completion: dayText(completesOn),
      beyond: counted(daysBetween(completesOn, neededUntil), 'day'),
      day: dayText(neededUntil),
    },
  )
}
