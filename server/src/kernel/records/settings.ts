import { sql } from 'kysely'
import type { Db } from '../db/tenancy.ts'
import { records, stale } from './records.ts'
import { columnName } from './row-writer.ts'

interface Shape {
  table: string
  /** The view with the settings that apply to each company: its own, or the defaults. */
  inForce: string
  fields: readonly string[]
}

type Edit = Parameters<ReturnType<typeof records>['update']>[2]

/** The stamps of settings that nobody has saved yet. */
export const unsavedStamps = {
  createdAt: null,
  updatedAt: null,
  createdBy: null,
  updatedBy: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
}

/** The settings of a company, of which it has at most one record; without a record the defaults apply. */
export function settingsOf<Settings extends object>({ table, inForce, fields }: Shape) {
  const settings = records<Settings & { id: string }>({ table, fields })
  const stored = async (db: Db) => (await settings.list(db, [], { field: 'createdAt', direction: 'asc' }))[0]

  /** The defaults of a company without a record. */
  async function defaults(db: Db): Promise<Settings> {
    const columns = sql.join(fields.map((field) => sql`${sql.ref(columnName(field))} as ${sql.id(field)}`))
    const { rows } = await sql<object>`select ${columns} from ${sql.table(inForce)}
      where tenant_id = app.tenant_id()`.execute(db)
    const [found] = rows
    if (!found) throw new Error('a company without settings')
    return { ...found, ...unsavedStamps } as Settings
  }

  return {
    get: async (db: Db): Promise<Settings> => (await stored(db)) ?? defaults(db),

    /**
     * Changes the given fields. Throws 412 when somebody else changed the settings since, 409 when two people save them
     * for the first time at the same moment.
     */
    async update(db: Db, values: Edit): Promise<Settings> {
      const found = await stored(db)
      // A client that opened the defaults has not seen the settings that were saved since.
      if (found && values.updatedAt === null) throw stale()
      return found
        ? settings.update(db, { id: found.id } as never, values)
        : settings.insert(db, { ...(await defaults(db)), ...values })
    },
  }
}
