import { dash } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'
import { weekdayName } from '../../lib/weekdays.ts'

const listFormat = new Intl.ListFormat(locale)

/** Sorts numbers in ascending order. */
export const byNumber = (one: number, other: number) => one - other

const ordinals = [t('1st'), t('2nd'), t('3rd'), t('4th'), t('5th')]

/** A Saturday of a month, from 1: "2nd Saturday". */
export const saturdayText = (which: number) => saturdaysText([which])

/** Weekdays in the order of the week: "Saturday and Sunday". */
export const weekdaysText = (days: readonly number[]) =>
  days.length === 0 ? dash : listFormat.format(days.toSorted(byNumber).map((day) => weekdayName(day)))

/** Saturdays of a month: "2nd and 4th Saturday". */
export function saturdaysText(which: readonly number[]): string {
  if (which.length === 0) return dash
  const named = which.toSorted(byNumber).map((one) => ordinals[one - 1] ?? '')
  return t('{which} {weekday}', { which: listFormat.format(named), weekday: weekdayName(6) })
}

/** A whole hour of the day, from 0 to 24: "07:00". */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A span of hours: "07:00 to 21:00". */
export const hoursText = (first: number, last: number) =>
  t('{first} to {last}', { first: hourText(first), last: hourText(last) })
