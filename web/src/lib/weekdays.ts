import { daysAfter } from '@plinth/api/kernel/later-days'
import { t } from './language.ts'

/** The days of a week, Monday 1 to Sunday 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const names = {
  long: [t('Monday'), t('Tuesday'), t('Wednesday'), t('Thursday'), t('Friday'), t('Saturday'), t('Sunday')],
  short: [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')],
}

/** The name of a day of the week: Monday, or Mon. */
export const weekdayName = (weekday: number, length: keyof typeof names = 'long') => names[length][weekday - 1] ?? ''

/** The number of a day's weekday, Monday 1 to Sunday 7. */
export const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

/** The Monday of the week of a day. */
export const mondayOf = (day: string) => daysAfter(day, 1 - weekdayOf(day))

/** The Sunday of the week of a day. */
export const sundayOf = (day: string) => daysAfter(day, 7 - weekdayOf(day))
