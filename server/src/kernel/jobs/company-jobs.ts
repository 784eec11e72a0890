import { type RawBuilder, sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'
import type { Round } from './jobs.ts'

/**
 * Runs `work` in each company that `companies` lists, a call of a database function that runs as the owner, who alone
 * sees all companies. An error in one company does not stop the others. Throws when the database is unavailable.
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

/**
 * Takes the job of this name in its company for this transaction; false if another transaction has it, without waiting.
 */
export async function takesTurn(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(
    hashtextextended(${`${name} of `}::text || app.tenant_id(), 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}
