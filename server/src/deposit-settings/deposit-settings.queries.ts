import { type DepositSettings, depositSettingFields, type updateDepositSettings } from '@plinth/api/deposit-settings'
import type { Body } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import { records, stale } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'

const settings = records<DepositSettings & { id: string }>({
  table: 'deposit_settings',
  fields: Object.keys(depositSettingFields),
})

const stored = async (db: Db) => (await settings.list(db, [], { field: 'createdAt', direction: 'asc' }))[0]

const neverSaid = {
  createdAt: null,
  updatedAt: null,
  createdBy: null,
  updatedBy: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
}

/** What a company goes by that has said nothing. */
async function usual(db: Db): Promise<DepositSettings> {
  const { rows } = await sql<Omit<DepositSettings, keyof typeof neverSaid>>`
    select follow_up_days as "followUpDays", limitation_years as "limitationYears", interest_percent as "interestPercent",
      request_prefix as "requestPrefix"
    from app.deposit_settings_in_force where tenant_id = app.tenant_id()`.execute(db)
  const [settings] = rows
  if (!settings) throw new Error('a company without settings')
  return { ...settings, ...neverSaid }
}

export const get = async (db: Db): Promise<DepositSettings> => (await stored(db)) ?? usual(db)

/**
 * Changes what is given. Throws 412 when somebody else changed it since, 409 when they are saved for the first time by two at the
 * same moment.
 */
export async function update(db: Db, values: Body<typeof updateDepositSettings>): Promise<DepositSettings> {
  const found = await stored(db)
  // Who opened the usual ones has not seen what somebody said since.
  if (found && values.updatedAt === null) throw stale()
  return found
    ? settings.update(db, { id: found.id }, values)
    : settings.insert(db, { ...(await usual(db)), ...values })
}
