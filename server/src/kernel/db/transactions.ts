import type pg from 'pg'
import { databaseError } from '../errors.ts'
import { OneStatement } from './one-statement.ts'
import { kyselyAfter, kyselyOn, sentIn } from './statements.ts'
import type { Db } from './tenancy.ts'
import { isJoinable, open, type Prepared } from './wire.ts'

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

/** What is done in a transaction: its statements, or the only one, for the transaction to send. */
export type Work<T> = (db: Db) => Promise<T> | OneStatement<T>

/** Begins a transaction, without waiting for it. Throws who may not come in. */
function begun(client: pg.ClientBase, opening: Prepared): Promise<unknown> {
  const opened = Promise.all([client.query('begin'), open(client, opening)]).catch(refused)
  // Whoever waits for it hears of it; until then it may have failed already.
  opened.catch(() => {})
  return opened
}

/**
 * One transaction, which `opening` gives its tenant and user, or fails for who may not come in; committed when `work`
 * resolves, rolled back when it throws. `work` begins once it is open, or, `ahead`, at once: the transaction begins with the
 * first statement then, nothing of which is done before it is open, and what the opening failed of is thrown.
 */
export async function transactionOn<T>(
  client: pg.ClientBase,
  opening: Prepared,
  work: Work<T>,
  ahead = false,
): Promise<T> {
  let opened: Promise<unknown> | undefined
  function begin(): Promise<unknown> {
    opened ??= begun(client, opening)
    return opened
  }
  let alone: OneStatement<T>
  try {
    if (!ahead) await begin()
    const asked = work(kyselyOn(client, () => void begin()))
    if (!(asked instanceof OneStatement)) {
      const result = await asked
      await begin()
      await client.query('commit')
      return result
    }
    if (opened) throw new Error('one statement was to be sent')
    alone = asked
  } catch (error) {
    // Who may not come in is told so, whatever else was wrong.
    const asked = begin()
    await client.query('rollback').catch(() => broken.add(client))
    await asked
    throw error
  }
  return singleOn(client, opening, (db) => sentIn(db, alone))
}

/** One statement in a transaction of its own, which leaves with what opens it and needs nothing more. */
export async function singleOn<T>(client: pg.ClientBase, opening: Prepared, work: (db: Db) => Promise<T>): Promise<T> {
  if (!isJoinable(client, opening)) return transactionOn(client, opening, work, true)
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
