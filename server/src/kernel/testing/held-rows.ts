import type pg from 'pg'
import { expect } from 'vitest'

/** A row of a table whose ids are uuids. */
interface Row {
  table: string
  id: string
}

/**
 * Whether `row` is free while a call waits for `held`, which another transaction has locked. A call that locked rows in
 * another order than all others would hold `row`, and could deadlock. Needs two connections of the superuser: one
 * locks, one looks.
 */
export async function isFreeMeanwhile(
  [holder, looker]: readonly [pg.Client, pg.Client],
  { held, row }: { held: Row; row: Row },
  call: () => Promise<unknown>,
): Promise<boolean> {
  await holder.query('begin')
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  await holder.query(`select from ${held.table} where id = $1 for no key update`, [held.id])
  const waiting = call()
  const blocked = `select count(*)::int as count from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))`
  await expect.poll(async () => (await looker.query(blocked, [rows[0].pid])).rows).toEqual([{ count: 1 }])
  const free = await looker.query(`select from ${row.table} where id = $1 for update skip locked`, [row.id])
  await holder.query('commit')
  await waiting
  return free.rowCount === 1
}
