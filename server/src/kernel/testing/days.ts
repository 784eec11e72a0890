import { daysAfter } from '@plinth/api/kernel/later-days'

/** The current day in India, the default time zone of a company. */
const inIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day `days` days from today; before it if negative. */
export const dayFromToday = (days: number): string => daysAfter(inIndia.format(new Date()), days)

/**
 * The first day, `days` days from today or later, that is no weekend and no national holiday, so that banks are open.
 */
export function bankDayFromToday(days: number): string {
  const day = dayFromToday(days)
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return isWeekend || ['01-26', '08-15', '10-02'].includes(day.slice(5)) ? bankDayFromToday(days + 1) : day
}
