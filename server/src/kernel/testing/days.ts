import { daysAfter } from '@plinth/api/kernel/later-days'

/** The day that it is in India, where a company is whose time zone nobody has set. */
const inIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day so many days from today, before it where the number is negative. */
export const dayFromToday = (days: number): string => daysAfter(inIndia.format(new Date()), days)

/** The first day from so many days from today on that is no weekend and no national holiday: banks are open then. */
export function bankDayFromToday(days: number): string {
  const day = dayFromToday(days)
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return isWeekend || ['01-26', '08-15', '10-02'].includes(day.slice(5)) ? bankDayFromToday(days + 1) : day
}
