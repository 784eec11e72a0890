import type { Holiday } from '@plinth/api/reminders/holidays'

type Dated = Pick<Holiday, 'onDay'>

/** The holidays of one year. */
export interface HolidayYear<H extends Dated> {
  year: string
  holidays: H[]
}

const yearOf = (day: string) => day.slice(0, 4)

/** Groups holidays by year: current and later years first, then past years, the latest first. Within a year by day. */
export function byYear<H extends Dated>(holidays: readonly H[], now: string): HolidayYear<H>[] {
  const sorted = holidays.toSorted((one, other) => one.onDay.localeCompare(other.onDay))
  const years = [...Map.groupBy(sorted, ({ onDay }) => yearOf(onDay))].map(([year, some]) => ({ year, holidays: some }))
  const isPast = ({ year }: HolidayYear<H>) => year < yearOf(now)
  return [...years.filter((one) => !isPast(one)), ...years.filter(isPast).toReversed()]
}
