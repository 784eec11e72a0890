import { daysAfter } from '@plinth/api/kernel/later-days'
import { dayOf } from '../../lib/days.ts'
import { hourOf, momentAt } from '../../lib/hours.ts'
import { t } from '../../lib/language.ts'
import { weekdayOf } from '../../lib/weekdays.ts'

const evening = 18
const morning = 9

/** Until when a notification may sleep: what that is called, and the moment. */
export interface SnoozeTime {
  label: string
  until: string
}

/** The first day after this one on which people usually work. */
function nextWorkingDay(day: string): string {
  const next = daysAfter(day, 1)
  return weekdayOf(next) > 5 ? nextWorkingDay(next) : next
}

/** The moments that are offered at this one, the first ones first and each once. */
export function snoozeTimes(now: number = Date.now()): SnoozeTime[] {
  const day = dayOf(now)
  const tomorrow = daysAfter(day, 1)
  const working = nextWorkingDay(day)
  return [
    ...(hourOf(now) < evening ? [{ label: t('This evening'), until: momentAt(day, evening) }] : []),
    { label: t('Tomorrow'), until: momentAt(tomorrow, morning) },
    ...(working === tomorrow ? [] : [{ label: t('Next working day'), until: momentAt(working, morning) }]),
    { label: t('In a week'), until: momentAt(daysAfter(day, 7), morning) },
  ]
}
