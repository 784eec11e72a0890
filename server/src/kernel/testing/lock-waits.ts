import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../db/tenancy.ts'

/** Waits until `count` other transactions wait for a lock of this one, directly or through others. */
export async function untilOthersWait(db: Db, count = 1): Promise<void> {
  const waiting = sql<{ count: number }>`with recursive waiting (pid) as (
    select pg_backend_pid() union
    select l.pid from pg_locks l, waiting w where not l.granted and w.pid = any (pg_blocking_pids(l.pid)))
    select count(*)::int - 1 as count from waiting`
  await expect
    .poll(async () => (await waiting.execute(db)).rows[0]?.count, { interval: 10 })
    .toBeGreaterThanOrEqual(count)
}
