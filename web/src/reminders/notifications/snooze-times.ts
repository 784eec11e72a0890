import { daysAfter } from '@plinth/api/kernel/later-days'
import { dayOf } from '../../lib/days.ts'
import { hourOf, momentAt } from '../../lib/hours.ts'
import { t } from '../../lib/language.ts'
import { weekdayOf } from '../../lib/weekdays.ts'

const evening = 18
const morning = 9

/** A time until which a notification can be snoozed, with its label. */
export interface SnoozeTime {
  label: string
  until: string
}

/** The first day after `day` that is neither Saturday nor Sunday. */
function nextWorkingDay(day: string): string {
  const next = daysAfter(day, 1)
  return weekdayOf(next) > 5 ? nextWorkingDay(next) : next
}

/** The times that are offered at `now`, in order and without duplicates. */
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
