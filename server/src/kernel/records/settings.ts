import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/tenancy.ts'
import { records, stale } from './records.ts'
import { columnName } from './row-writer.ts'

interface Shape {
  table: keyof Schema & string
  /** Says of every company what it goes by: its own settings, else the usual ones. */
  inForce: string
  fields: readonly string[]
}

type Edit = Parameters<ReturnType<typeof records>['update']>[2]

/** The stamps of what nobody has said yet. */
export const neverSaid = {
  createdAt: null,
  updatedAt: null,
  createdBy: null,
  updatedBy: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
}

/** The settings of a company, of which it has one record at most: until somebody says others it goes by the usual ones. */
export function settingsOf<Settings extends object>({ table, inForce, fields }: Shape) {
  const settings = records<Settings & { id: string }>({ table, fields })
  const stored = async (db: Db) => (await settings.list(db, [], { field: 'createdAt', direction: 'asc' }))[0]

  /** What a company goes by that has said nothing. */
  async function usual(db: Db): Promise<Settings> {
    const columns = sql.join(fields.map((field) => sql`${sql.ref(columnName(field))} as ${sql.id(field)}`))
    const { rows } = await sql<object>`select ${columns} from ${sql.table(inForce)}
      where tenant_id = app.tenant_id()`.execute(db)
    const [found] = rows
    if (!found) throw new Error('a company without settings')
    return { ...found, ...neverSaid } as Settings
  }

  return {
    get: async (db: Db): Promise<Settings> => (await stored(db)) ?? usual(db),

    /**
     * Changes what is given. Throws 412 when somebody else changed it since, 409 when they are saved for the first time by two at
     * the same moment.
     */
    async update(db: Db, values: Edit): Promise<Settings> {
      const found = await stored(db)
      // Who opened the usual ones has not seen what somebody said since.
      if (found && values.updatedAt === null) throw stale()
      return found
        ? settings.update(db, { id: found.id } as never, values)
        : settings.insert(db, { ...(await usual(db)), ...values })
    },
  }
}
