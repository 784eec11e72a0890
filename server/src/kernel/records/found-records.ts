import type { FoundRecord } from '@plinth/api/kernel/found-records'
import { type Expression, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Db } from '../db/tenancy.ts'
import { contains } from './conditions.ts'

export interface Sought {
  keyword: string
  /** How many records at most. */
  size: number
}

/** Finds the records of one kind that have the keyword in their name or number. */
export type Find = (db: Db, sought: Sought) => Promise<FoundRecord[]>

interface Findable {
  name: Expression<unknown>
  /** What the keyword is looked for in besides. */
  number?: Expression<unknown>
  detail: Expression<unknown>
  status: Expression<unknown>
}

/** The live records of a table that the keyword finds: those first that have it in their name, then the newest. */
export async function findIn(db: Db, table: keyof Schema, of: Findable, { keyword, size }: Sought) {
  const inName = contains(of.name, keyword)
  const found = [inName, of.number && contains(of.number, keyword)].filter((one) => one !== undefined)
  const order = sql`${inName} desc nulls last, created_at desc, id`
  // What is told of a record may take a query of its own: it is asked of those few that are answered.
  const { rows } = await sql<FoundRecord>`
    select id, ${of.name} as name, ${of.detail} as detail, ${of.status} as status from ${sql.table(table)}
    where id in (select id from ${sql.table(table)} where deleted_at is null and (${sql.join(found, sql` or `)})
      order by ${order} limit ${size})
    order by ${order}`.execute(db)
  return rows
}
