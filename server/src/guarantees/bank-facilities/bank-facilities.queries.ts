import {
  type BankFacility,
  type BankFacilityChoice,
  bankFacilityFields,
  type createBankFacility,
  type updateBankFacility,
} from '@plinth/api/guarantees/bank-facilities'
import type { Body } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const facilities = records<BankFacility>({
  table: 'bank_facilities',
  fields: Object.keys(bankFacilityFields),
  computed: authorsOf('bank_facilities'),
})

/** The limits of a company, by bank. */
export const list = (db: Db) => facilities.list(db, [], { field: 'bank', direction: 'asc' })

/** The names of the limits, and whether they are in use, ordered by bank and name. */
export async function choices(db: Db): Promise<BankFacilityChoice[]> {
  const found =
    await sql<BankFacilityChoice>`select id, bank, branch, app.facility_name(bank, name) as "facilityName", is_active as "isActive"
    from bank_facilities where deleted_at is null order by lower(bank), lower(name), id`.execute(db)
  return found.rows
}

/** Throws 404. */
export const get = (db: Db, id: string) => facilities.get(db, { id })

/** Throws 409 when the bank has a limit of this name. */
export const create = (db: Db, values: Body<typeof createBankFacility>) => facilities.insert(db, values)

/** Throws 404, 409 as `create` does, 412. */
export const update = (db: Db, id: string, values: Body<typeof updateBankFacility>) =>
  facilities.update(db, { id }, values)

/** Throws 404, 409 while guarantees or plans refer to it. */
export const remove = (db: Db, id: string) => facilities.remove(db, { id })
