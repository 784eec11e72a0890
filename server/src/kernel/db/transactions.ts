import type pg from 'pg'
import { databaseError } from '../errors.ts'
import { OneStatement } from './one-statement.ts'
import { kyselyAfter, kyselyOn, sentIn } from './statements.ts'
import type { Db } from './tenancy.ts'
import { isJoinable, open, type Prepared } from './wire.ts'

/** Throws the refusal that the database states (below 500), and any other fault as it is. */
function throwRefusal(fault: unknown): never {
  const refusal = databaseError(fault)
  throw refusal && refusal.status < 500 ? refusal : fault
}

/** Connections that can no longer be used. */
const broken = new WeakSet<pg.ClientBase>()

/** Runs `work` on a connection from the pool; the connection is discarded if it broke. */
export async function withConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return work(client).finally(() => client.release(broken.has(client)))
}

/** The work of a transaction: it sends its statements itself, or returns the only one for the transaction to send. */
export type Work<T> = (db: Db) => Promise<T> | OneStatement<T>

/** Begins a transaction without waiting for it. The promise rejects if the caller may not enter. */
function beginTransaction(client: pg.ClientBase, opening: Prepared): Promise<unknown> {
  const opened = Promise.all([client.query('begin'), open(client, opening)]).catch(throwRefusal)
  // Avoids an unhandled rejection until somebody awaits it.
  opened.catch(() => {})
  return opened
}

/**
 * Runs one transaction: `opening` gives it its tenant and user, or fails if the caller may not enter. It commits when
 * `work` resolves and rolls back when `work` throws. With `startsAtOnce` the work starts before the transaction is
 * open: the first statement begins the transaction, the database runs nothing before it is open, and a failed opening
 * is thrown.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  opening: Prepared,
  work: Work<T>,
  startsAtOnce = false,
): Promise<T> {
  let opened: Promise<unknown> | undefined
  function begin(): Promise<unknown> {
    opened ??= beginTransaction(client, opening)
    return opened
  }
  let onlyStatement: OneStatement<T>
  try {
    if (!startsAtOnce) await begin()
    const answer = work(kyselyOn(client, () => void begin()))
    if (!(answer instanceof OneStatement)) {
      const result = await answer
      await begin()
      await client.query('commit')
      return result
    }
    if (opened) throw new Error('one statement was to be sent')
    onlyStatement = answer
  } catch (error) {
    // A caller who may not enter gets that refusal, whatever else went wrong.
    const beginning = begin()
    await client.query('rollback').catch(() => broken.add(client))
    await beginning
    throw error
  }
  return singleOn(client, opening, (db) => sentIn(db, onlyStatement))
}

/** Runs one statement in a transaction of its own, which is sent together with the opening and needs no commit. */
export async function singleOn<T>(client: pg.ClientBase, opening: Prepared, work: (db: Db) => Promise<T>): Promise<T> {
  if (!isJoinable(client, opening)) return transactionOn(client, opening, work, true)
  const single = kyselyAfter(client, opening)
  try {
    const result = await work(single.db)
    if (single.opening) await open(client, opening)
    return result
  } catch (error) {
    // A caller who may not enter gets that refusal, whatever else went wrong.
    if (single.opening) await open(client, opening).catch(throwRefusal)
    return throwRefusal(error)
  }
}
