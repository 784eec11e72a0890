import { setTimeout as sleep } from 'node:timers/promises'
import { type Expression, sql } from 'kysely'
import type { Db, Door } from '../db/tenancy.ts'

/** What is taken away in one statement: nobody waits for long for the rows. */
const batch = 1_000
/** In milliseconds, between batches: the database has others to serve. */
const breath = 20

/** What a sweep goes by. */
export interface Round {
  /** The moment, in milliseconds. */
  now: number
  /** Whether the server is ending: what is left then is left to another. */
  isStopping: () => boolean
}

/** Something of which there is more by the day, and that is over at some time. */
export interface Sweep {
  /** What it takes away, as the metrics and the log call it. */
  name: string
  /** Milliseconds from one to the next. */
  interval: number
  /** Takes away what is over; answers how much that was. Others may do the same at the same time. */
  sweep(round: Round): Promise<number>
}

/** Takes away so many at most and answers how many there were, until there are no more. */
export async function inBatches(takeSome: (most: number) => Promise<number>, { isStopping }: Round): Promise<number> {
  let taken = 0
  for (let some = batch; some === batch && !isStopping(); taken += some) {
    if (taken > 0) await sleep(breath)
    some = await takeSome(batch)
  }
  return taken
}

/** The same in each company that has any, as a function of the owner answers, who alone sees all: `companies` is its call. */
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

/** The same of rows that are kept for so long, a PostgreSQL interval, after they were made, and are told apart by `key`. */
export const oldRowsInCompanies = (
  door: Door,
  {
    table,
    key,
    kept,
    companies,
  }: { table: string; key: readonly string[]; kept: Expression<unknown>; companies: Expression<unknown> },
  round: Round,
): Promise<number> => {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const takeSome = async (db: Db, most: number) => {
    const gone = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where created_at < now() - ${kept}
      order by created_at limit ${most} for update skip locked)`.execute(db)
    return Number(gone.numAffectedRows)
  }
  return inCompanies(door, companies, takeSome, round)
}

/** How a sweep has gone since the server's start. */
interface Figures {
  /** How much was taken away. */
  taken: number
  /** When one last came to its end, in seconds; that of the start until then. */
  endedAt: number
}

export interface Sweeper {
  figures: ReadonlyMap<string, Readonly<Figures>>
  /** Sweeps now and from then on, each kind at its own interval, one at a time. Ends when what it returns is called. */
  start(warn: (name: string, error: Error) => void): () => Promise<void>
}

const seconds = () => Date.now() / 1000

/** The one schedule of everything that goes when its time is over: one sweep at a time, so that people find connections free. */
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
