import { type DepositSettings, depositSettingFields, type updateDepositSettings } from '@plinth/api/deposit-settings'
import type { Body } from '@plinth/api/kernel/endpoint'
import { records } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'

const settings = records<DepositSettings & { id: string }>({
  table: 'deposit_settings',
  fields: Object.keys(depositSettingFields),
})

const stored = async (db: Db) => (await settings.list(db, [], { field: 'createdAt', direction: 'asc' }))[0]

/** What a company goes by that has said nothing else: as the columns of the table begin. */
const usual: DepositSettings = {
  followUpDays: [15, 15, 30],
  limitationYears: 3,
  interestPercent: 12,
  requestPrefix: 'RR',
  createdAt: null,
  updatedAt: null,
  createdBy: null,
  updatedBy: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
}

export const get = async (db: Db): Promise<DepositSettings> => (await stored(db)) ?? usual

/** Changes what is given. Throws 412 when somebody else changed it since. */
export async function update(db: Db, values: Body<typeof updateDepositSettings>): Promise<DepositSettings> {
  const found = await stored(db)
  return found ? settings.update(db, { id: found.id }, values) : settings.insert(db, { ...usual, ...values })
}
