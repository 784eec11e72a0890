import type { FoundRecord } from '@plinth/api/kernel/found-records'
import { type Expression, sql } from 'kysely'
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
  /** A second column in which the keyword is looked for. */
  number?: Expression<unknown>
  detail: Expression<unknown>
  status: Expression<unknown>
}

/** The live records of a table that contain the keyword: those with it in their name first, then the newest. */
export async function findIn(db: Db, table: string, of: Findable, { keyword, size }: Sought) {
  const inName = contains(of.name, keyword)
  const found = [inName, of.number && contains(of.number, keyword)].filter((one) => one !== undefined)
  const order = sql`${inName} desc nulls last, created_at desc, id`
  // Detail and status may take a query each, so they are read only for the few records that are answered.
  const { rows } = await sql<FoundRecord>`
    select id, ${of.name} as name, ${of.detail} as detail, ${of.status} as status from ${sql.table(table)}
    where id in (select id from ${sql.table(table)} where deleted_at is null and (${sql.join(found, sql` or `)})
      order by ${order} limit ${size})
    order by ${order}`.execute(db)
  return rows
}
