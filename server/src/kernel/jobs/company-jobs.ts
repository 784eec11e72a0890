import { type RawBuilder, sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'
import type { Round } from './jobs.ts'

/**
 * Does something in each company that a function of the owner answers, who alone sees all: `companies` is its call. What is wrong in one
 * keeps it from no other. Throws when the database is away.
 */
export async function inEachCompany(
  door: Door,
  companies: RawBuilder<unknown>,
  work: (company: string) => Promise<unknown>,
  round: Round,
): Promise<void> {
  const { rows } = await door.anonymous((db) => sql<{ company: string }>`select ${companies} as company`.execute(db))
  for (const { company } of rows) {
    if (round.isStopping()) return
    await work(company).catch(round.warn)
  }
}

/** Whether this transaction alone does what goes by that name in its company, until it ends: another one that does is not waited for. */
export async function takesTurn(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(
    hashtextextended(${`${name} of `}::text || app.tenant_id(), 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}
