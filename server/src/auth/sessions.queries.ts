import { sql } from 'kysely'
import { inBatches, type Round } from '../kernel/sweeper.ts'
import type { Door } from '../kernel/tenancy.ts'

/** Takes away the sessions that have lasted their time, but for each person's newest. */
export async function sweepSessions(door: Door, round: Round): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ company: string }>`select app.companies_with_old_sessions() as company`.execute(db),
  )
  let taken = 0
  for (const { company } of rows)
    taken += await inBatches(async (most) => {
      const gone = await door.inTenant(company, null, (db) =>
        sql<{ rows: number }>`select app.sweep_sessions(${company}::uuid, ${most}) as rows`.execute(db),
      )
      return gone.rows[0]?.rows ?? 0
    }, round)
  return taken
}
