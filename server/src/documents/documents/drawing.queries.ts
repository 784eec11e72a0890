import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { DrawingEnded, draw } from '../../kernel/files/pictures.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { keysOf } from './documents.queries.ts'

/**
 * A document is stored without its pictures, and a row in pictures_due is stored with it. The pictures are drawn after
 * the answer, in rounds: one document of each company that has some. When a server is killed, the documents it was
 * drawing are due again once their leases end.
 */

/** The most documents that may wait for their pictures. */
const maxWaiting = { ofCompany: 500, inAll: 5_000 }
/** Longer than fetching, drawing and storing a picture can take: a lease that ran out belonged to a killed server. */
const lease = '3 minutes'
/** A document whose drawing ends the drawing process is attempted this often. */
const maxAttempts = 3
/** In milliseconds: another server may have queued a picture, or a postponed one may have become due. */
const interval = 15_000

/** The documents waiting in all companies, as this server last counted them. */
let seenWaiting = 0

const tooMany = (status: 429 | 503, message: string) =>
  new AppError(status, status === 429 ? 'too_many' : 'unavailable', message, { retryAfter: 30 })

/**
 * Queues the pictures of documents to be drawn. Throws 429 when too many of the company's are waiting, 503 when too
 * many of all companies' are.
 */
export async function queuePictures(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if (seenWaiting >= maxWaiting.inAll)
    throw tooMany(503, 'Very many pictures wait to be drawn. Please send the file again in a moment.')
  const counted = await sql<{ waiting: number }>`select count(*) as waiting from pictures_due`.execute(db)
  if ((counted.rows[0]?.waiting ?? 0) + ids.length > maxWaiting.ofCompany)
    throw tooMany(429, 'Very many pictures of your company wait to be drawn. Please send the file again in a moment.')
  await sql`insert into pictures_due (id) select unnest(${ids}::uuid[])`.execute(db)
}

interface Waiting {
  company: string
  waiting: number
  ready: number
  oldest: number
}

async function countWaiting(door: Door): Promise<Waiting[]> {
  const { rows } = await door.anonymous((db) => sql<Waiting>`select * from app.pictures_waiting()`.execute(db))
  seenWaiting = rows.reduce((sum, { waiting }) => sum + waiting, 0)
  return rows
}

/** How many documents wait for their pictures, and for how many seconds the oldest has waited. */
export async function countUndrawn(door: Door): Promise<{ waiting: number; oldest: number }> {
  const found = await countWaiting(door)
  return { waiting: seenWaiting, oldest: Math.max(0, ...found.map(({ oldest }) => oldest)) }
}

interface Claimed {
  id: string
  attempts: number
  isDeleted: boolean
}

async function claim(db: Db): Promise<Claimed | undefined> {
  const claimed = await sql<Claimed>`
    update pictures_due p set attempts = p.attempts + 1, leased_until = clock_timestamp() + ${lease}::interval
    from documents d
    where d.id = p.id and p.id = (select n.id from pictures_due n
      where n.due_at <= clock_timestamp() and (n.leased_until is null or n.leased_until <= clock_timestamp())
      order by n.due_at, n.id limit 1 for update skip locked)
    returning p.id, p.attempts, d.deleted_at is not null as "isDeleted"`.execute(db)
  return claimed.rows[0]
}

/** Postpones a picture, by a minute unless told otherwise; with `counts` false this attempt is not counted. */
const postpone = (db: Db, { id, attempts }: Claimed, { counts = true, seconds = 60 } = {}) =>
  sql`update pictures_due set leased_until = null, due_at = clock_timestamp() + make_interval(secs => ${seconds}),
    attempts = attempts - ${counts ? 0 : 1} where id = ${id} and attempts = ${attempts}`.execute(db)

const deleteDue = (db: Db, { id, attempts }: Claimed) =>
  sql`delete from pictures_due where id = ${id} and attempts = ${attempts}`.execute(db)

/** Runs `work` on a document's file on the local disk; a copy made for it is deleted afterwards. */
async function withFile<T>(storage: Storage, key: string, work: (path: string) => Promise<T>): Promise<T> {
  if ((await storage.sizeOf(key)) === undefined) throw notFound()
  const own = storage.pathOf(key)
  if (own) return work(own)
  const path = join(storage.arrivals, randomUUID())
  try {
    await pipeline(await storage.open(key), createWriteStream(path, { mode: 0o600 }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes a drawn picture to the arrivals folder, so that it enters the store as every file does. */
async function keepPicture(storage: Storage, key: string, bytes: Uint8Array): Promise<void> {
  const path = join(storage.arrivals, randomUUID())
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    await storage.keep(key, { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  } finally {
    await rm(path, { force: true })
  }
}

interface Place {
  door: Door
  storage: Storage
  company: string
}

/** Stores the pictures beside the file. If the document was deleted meanwhile, removes them again. */
async function keepPictures({ door, storage, company }: Place, claimed: Claimed, pictures: Uint8Array[]) {
  const keys = keysOf(company, claimed.id)
  const [thumbnail, preview] = pictures
  if (thumbnail) await keepPicture(storage, keys.thumbnail, thumbnail)
  if (preview) await keepPicture(storage, keys.preview, preview)
  await door.inTenant(company, null, async (db) => {
    const live = await sql`
      select from documents where id = ${claimed.id} and deleted_at is null for update`.execute(db)
    if (live.rows.length > 0) await sql`update documents set has_pictures = true where id = ${claimed.id}`.execute(db)
    else await dropPictures(storage, company, claimed.id)
    await deleteDue(db, claimed)
  })
}

async function dropPictures(storage: Storage, company: string, id: string): Promise<void> {
  const { thumbnail, preview } = keysOf(company, id)
  for (const key of [thumbnail, preview]) await storage.remove(key)
}

/**
 * A document that keeps ending the drawing process is given up; an attempt that the stopping server ended does not
 * count.
 */
async function afterFailure(place: Place, claimed: Claimed, error: unknown, { isStopping }: Round): Promise<void> {
  const isGone = error instanceof AppError && error.status === 404
  const isEnded = error instanceof DrawingEnded && error.wasStarted
  await place.door.inTenant(place.company, null, async (db) => {
    if (isStopping()) await postpone(db, claimed, { counts: false, seconds: 0 })
    else if ((isGone || isEnded) && claimed.attempts >= maxAttempts) await deleteDue(db, claimed)
    else await postpone(db, claimed, { counts: isGone || isEnded })
  })
}

/** Draws the pictures of one document of a company; false when none is due. */
async function drawNext(place: Place, round: Round): Promise<boolean> {
  const { door, storage, company } = place
  const claimed = await door.inTenant(company, null, claim)
  if (!claimed) return false
  try {
    const key = keysOf(company, claimed.id).file
    // All documents share one turn in the drawing queue, so that they do not hold up people's own pictures.
    const pictures = claimed.isDeleted
      ? null
      : await withFile(storage, key, (document) => draw('documents', { document }, round.signal))
    if (pictures) await keepPictures(place, claimed, pictures)
    else
      await door.inTenant(company, null, async (db) => {
        if (claimed.isDeleted) await dropPictures(storage, company, claimed.id)
        await deleteDue(db, claimed)
      })
  } catch (error) {
    if (!round.isStopping())
      round.warn(new Error(`the pictures of document ${claimed.id}, attempt ${claimed.attempts}`, { cause: error }))
    await afterFailure(place, claimed, error, round)
  }
  return true
}

/**
 * Draws the pictures of every due document, the companies in turn, or of the company `only`. Safe to run in parallel.
 * Throws when the database is away.
 */
export async function drawDue(door: Door, storage: Storage, round: Round = untilStopped, only?: string): Promise<void> {
  for (let drew = true; drew; ) {
    drew = false
    for (const { company, ready } of await countWaiting(door)) {
      if (round.isStopping()) return
      if (ready === 0 || (only && company !== only)) continue
      if (await drawNext({ door, storage, company }, round)) drew = true
    }
  }
}

/** The job that draws due pictures from now on. */
export const openDrawing = (door: Door, storage: Storage): Job =>
  openJob({ work: (round) => drawDue(door, storage, round), interval, grace: 0 })
