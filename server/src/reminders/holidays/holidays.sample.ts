import type { Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { create } from './holidays.queries.ts'

/** Holidays of every year, by month and day. */
const national = [
  ['01-26', 'Republic Day'],
  ['05-01', 'May Day'],
  ['08-15', 'Independence Day'],
  ['10-02', 'Gandhi Jayanti'],
  ['11-01', 'Kannada Rajyotsava'],
  ['12-25', 'Christmas Day'],
] as const

/** Adds the holidays with a fixed day to the sample company, for this year and the next. */
export async function addSampleHolidays(db: Db): Promise<void> {
  const year = Number((await companyDay(db)).slice(0, 4))
  for (const each of [year, year + 1])
    for (const [day, name] of national) await create(db, { onDay: `${each}-${day}`, name, closed: 'COMPANY_AND_BANKS' })
}
