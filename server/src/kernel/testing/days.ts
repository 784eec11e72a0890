import { daysAfter } from '@plinth/api/kernel/later-days'

/** The day that it is in India, where a company is whose time zone nobody has set. */
const inIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day so many days from today, before it where the number is negative. */
export const dayFromToday = (days: number): string => daysAfter(inIndia.format(new Date()), days)
