import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'

/** The most rows that one statement deletes, so that nobody waits long for their locks. */
const batch = 1_000
/** Milliseconds between batches, in which the database serves others. */
const breath = 20

/** The context of one sweep. */
export interface Round {
  /** The current time, in milliseconds. */
  now: number
  /** Says whether the server is stopping; another server sweeps the rest. */
  isStopping: () => boolean
}

/** A periodic deletion of expired data. */
export interface Sweep {
  /** The name of the deleted data in the metrics and the log. */
  name: string
  /** Milliseconds between two sweeps. */
  interval: number
  /** Deletes what has expired and returns how much that was. Other servers may do the same at the same time. */
  sweep(round: Round): Promise<number>
}

/**
 * Calls `takeSome`, which deletes at most as many rows as it is told and returns their number, until there are no more.
 */
export async function inBatches(takeSome: (most: number) => Promise<number>, { isStopping }: Round): Promise<number> {
  let taken = 0
  for (let some = batch; some === batch && !isStopping(); taken += some) {
    if (taken > 0) await sleep(breath)
    some = await takeSome(batch)
  }
  return taken
}

/**
 * The same in each company that `companies` lists, a call of a database function that runs as the owner, who alone sees
 * all companies.
 */
export async function inCompanies(
  door: Door,
  companies: Expression<unknown>,
  takeSome: (db: Db, most: number, company: string) => Promise<number>,
  round: Round,
): Promise<number> {
  const { rows } = await door.anonymous((db) => sql<{ company: string }>`select ${companies} as company`.execute(db))
  let taken = 0
  for (const { company } of rows)
    taken += await inBatches((most) => door.inTenant(company, null, (db) => takeSome(db, most, company)), round)
  return taken
}

/**
 * The same for rows that expire `lifetime`, a PostgreSQL interval, after their creation; `key` names the columns of
 * their key.
 */
export const oldRowsInCompanies = (
  door: Door,
  {
    table,
    key,
    lifetime,
    companies,
  }: { table: string; key: readonly string[]; lifetime: Expression<unknown>; companies: Expression<unknown> },
  round: Round,
): Promise<number> => {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const takeSome = async (db: Db, most: number) => {
    const gone = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where created_at < now() - ${lifetime}
      order by created_at limit ${most} for update skip locked)`.execute(db)
    return Number(gone.numAffectedRows)
  }
  return inCompanies(door, companies, takeSome, round)
}

/** How a sweep has gone since the server's start. */
interface Figures {
  /** How much was deleted. */
  taken: number
  /** When the sweep last ended, in seconds; the start of the server until then. */
  endedAt: number
}

export interface Sweeper {
  figures: ReadonlyMap<string, Readonly<Figures>>
  /** Sweeps now and from then on, each kind at its own interval, one at a time. Ends when what it returns is called. */
  start(warn: (name: string, error: Error) => void): () => Promise<void>
}

const seconds = () => Date.now() / 1000

/** Opens the schedule of all sweeps. It runs one sweep at a time, so that connections stay free for requests. */
export function openSweeper(sweeps: readonly Sweep[]): Sweeper {
  const figures = new Map(sweeps.map(({ name }) => [name, { taken: 0, endedAt: seconds() }]))

  return {
    figures,
    start(warn) {
      let isStopping = false
      let running = Promise.resolve()
      const once = async ({ name, sweep }: Sweep) => {
        if (isStopping) return
        const taken = await sweep({ now: Date.now(), isStopping: () => isStopping })
        const before = figures.get(name)?.taken ?? 0
        figures.set(name, { taken: before + taken, endedAt: seconds() })
      }
      const timers = sweeps.map((sweep) => {
        const next = () => {
          running = running.then(() => once(sweep)).catch((error: Error) => warn(sweep.name, error))
        }
        next()
        return setInterval(next, sweep.interval).unref()
      })
      return () => {
        isStopping = true
        for (const timer of timers) clearInterval(timer)
        return running
      }
    },
  }
}
