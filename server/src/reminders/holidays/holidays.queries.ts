import type { Body } from '@plinth/api/kernel/endpoint'
import { type createHoliday, type Holiday, holidayFields, type updateHoliday } from '@plinth/api/reminders/holidays'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const holidays = records<Holiday>({
  table: 'holidays',
  fields: Object.keys(holidayFields),
  computed: authorsOf('holidays'),
})

/** The holidays of a company, by day. */
export const list = (db: Db) => holidays.list(db, [], { field: 'onDay', direction: 'asc' })

/** Throws 404. */
export const get = (db: Db, id: string) => holidays.get(db, { id })

/** Throws 409 if the day is a holiday already, or if the company has the maximum number of holidays. */
export const create = (db: Db, values: Body<typeof createHoliday>) => holidays.insert(db, values)

/** Throws 404, 409 as `create` does, 412. */
export const update = (db: Db, id: string, values: Body<typeof updateHoliday>) => holidays.update(db, { id }, values)

/** Throws 404. */
export const remove = (db: Db, id: string) => holidays.remove(db, { id })
