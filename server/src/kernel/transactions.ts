import type pg from 'pg'
import { databaseError } from './errors.ts'
import { kyselyAfter, kyselyOn } from './statements.ts'
import type { Db } from './tenancy.ts'
import { hasRun, open, type Prepared } from './wire.ts'

/** Throws what the database says of who may not come in as the refusal it is, and its faults as they are. */
function refused(fault: unknown): never {
  const refusal = databaseError(fault)
  throw refusal && refusal.status < 500 ? refusal : fault
}

/** Connections that are of no more use. */
const broken = new WeakSet<pg.ClientBase>()

/** Works on a connection of its own, which goes back to the pool unless it broke. */
export async function withConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return work(client).finally(() => client.release(broken.has(client)))
}

export type Work<T> = (db: Db) => Promise<T>

/**
 * One transaction, which `opening` gives its tenant and user, or fails for who may not come in; committed when `work`
 * resolves, rolled back when it throws. `work` begins once it is open, or, `ahead`, at once: what it sends is done only then,
 * and what the opening failed of is thrown.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  opening: Prepared,
  work: Work<T>,
  ahead = false,
): Promise<T> {
  // What is sent before anything else is waited for leaves in one piece.
  const { stream } = (client as pg.Client).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const opened = Promise.all([client.query('begin'), open(client, opening)]).catch(refused)
  // Whoever waits for it hears of it; until then it may have failed already.
  opened.catch(() => {})
  try {
    if (!ahead) await opened
    const result = await work(kyselyOn(client))
    await opened
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => broken.add(client))
    await opened
    throw error
  }
}

/** One statement in a transaction of its own, which leaves with what opens it and needs nothing more. */
export async function singleOn<T>(client: pg.ClientBase, opening: Prepared, work: Work<T>): Promise<T> {
  if (!hasRun(client, opening)) return transactionOn(client, opening, work, true)
  const single = kyselyAfter(client, opening)
  try {
    const result = await work(single.db)
    if (single.opening) await open(client, opening)
    return result
  } catch (error) {
    // Who may not come in is told so, whatever else was wrong.
    if (single.opening) await open(client, opening).catch(refused)
    return refused(error)
  }
}
