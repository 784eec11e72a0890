/** The day that it is in India, where a company is whose time zone nobody has set. */
const inIndia = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day so many days from today, before it where the number is negative. */
export const dayFromToday = (days: number): string =>
  new Date(Date.parse(inIndia.format(new Date())) + days * 86_400_000).toISOString().slice(0, 10)
