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
 * A document is stored without its pictures; that they are due is noted with it (pictures_due). They are drawn after the
 * answer, in rounds: one document of each company that has some. What a server that was killed was at is due again once its
 * lease is over.
 */

/** How many pictures of documents may wait to be drawn. */
const maxWaiting = { ofCompany: 500, inAll: 5_000 }
/** Longer than a picture can take to be fetched, drawn and stored: who has not ended it by then was killed. */
const lease = '3 minutes'
/** So often a document is taken up whose drawing ends the process that draws. */
const mostAttempts = 3
/** In milliseconds: others may have noted something, or something may have become due. */
const interval = 15_000

/** What waits in all companies, as far as this server has seen. */
let seenWaiting = 0

const tooMany = (status: 429 | 503, message: string) =>
  new AppError(status, status === 429 ? 'too_many' : 'unavailable', message, { retryAfter: 30 })

/**
 * Notes that the pictures of documents are to be drawn. Throws 429 when too many of the company's wait, 503 when too many of
 * all do.
 */
export async function noteDue(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  if (seenWaiting >= maxWaiting.inAll)
    throw tooMany(503, 'Very many pictures wait to be drawn. Please send the file again in a moment.')
  const counted = await sql<{ waiting: number }>`select count(*) as waiting from pictures_due`.execute(db)
  if ((counted.rows[0]?.waiting ?? 0) + ids.length > maxWaiting.ofCompany)
    throw tooMany(429, 'Very many pictures of your company wait to be drawn. Please send the file again in a moment.')
  await db
    .insertInto('pictures_due')
    .values(ids.map((id) => ({ id })))
    .execute()
}

interface Waiting {
  company: string
  waiting: number
  ready: number
  oldest: number
}

async function lookAround(door: Door): Promise<Waiting[]> {
  const { rows } = await door.anonymous((db) => sql<Waiting>`select * from app.pictures_waiting()`.execute(db))
  seenWaiting = rows.reduce((sum, { waiting }) => sum + waiting, 0)
  return rows
}

/** How many documents wait for their pictures, and for how many seconds the oldest has. */
export async function notDrawn(door: Door): Promise<{ waiting: number; oldest: number }> {
  const found = await lookAround(door)
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

/** Has it wait a minute more; an attempt that was not made to its end does not count. */
const putOff = (db: Db, { id, attempts }: Claimed, { counts = true, seconds = 60 } = {}) =>
  sql`update pictures_due set leased_until = null, due_at = clock_timestamp() + make_interval(secs => ${seconds}),
    attempts = attempts - ${counts ? 0 : 1} where id = ${id} and attempts = ${attempts}`.execute(db)

const strikeOut = (db: Db, { id, attempts }: Claimed) =>
  db.deleteFrom('pictures_due').where('id', '=', id).where('attempts', '=', attempts).executeTakeFirst()

/** The file of a document as one of this machine; `work` may have it as long as it runs. */
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

/** A picture that was made here goes the way of every file: over the store's own disk. */
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

/** Puts the pictures beside the file. Of a document that was deleted meanwhile none stay. */
async function keepPictures({ door, storage, company }: Place, claimed: Claimed, pictures: Uint8Array[]) {
  const keys = keysOf(company, claimed.id)
  const [thumbnail, preview] = pictures
  if (thumbnail) await keepPicture(storage, keys.thumbnail, thumbnail)
  if (preview) await keepPicture(storage, keys.preview, preview)
  await door.inTenant(company, null, async (db) => {
    const live = db.selectFrom('documents').select('id').where('id', '=', claimed.id).where('deleted_at', 'is', null)
    if (await live.forUpdate().executeTakeFirst())
      await db.updateTable('documents').set({ has_pictures: true }).where('id', '=', claimed.id).execute()
    else await dropPictures(storage, company, claimed.id)
    await strikeOut(db, claimed)
  })
}

async function dropPictures(storage: Storage, company: string, id: string): Promise<void> {
  const { thumbnail, preview } = keysOf(company, id)
  for (const key of [thumbnail, preview]) await storage.remove(key)
}

/** One that ends the process that draws is not tried for ever, and one that the server has ended is not to blame. */
async function afterFailure(place: Place, claimed: Claimed, error: unknown, { isStopping }: Round): Promise<void> {
  const isGone = error instanceof AppError && error.status === 404
  const isEnded = error instanceof DrawingEnded && error.wasStarted
  await place.door.inTenant(place.company, null, async (db) => {
    if (isStopping()) await putOff(db, claimed, { counts: false, seconds: 0 })
    else if ((isGone || isEnded) && claimed.attempts >= mostAttempts) await strikeOut(db, claimed)
    else await putOff(db, claimed, { counts: isGone || isEnded })
  })
}

/** Draws the pictures of one document of a company; false when none is due. */
async function drawNext(place: Place, round: Round): Promise<boolean> {
  const { door, storage, company } = place
  const claimed = await door.inTenant(company, null, claim)
  if (!claimed) return false
  try {
    const key = keysOf(company, claimed.id).file
    // Together they are one party among those who wait for people's pictures.
    const pictures = claimed.isDeleted
      ? null
      : await withFile(storage, key, (document) => draw('documents', { document }, round.signal))
    if (pictures) await keepPictures(place, claimed, pictures)
    else
      await door.inTenant(company, null, async (db) => {
        if (claimed.isDeleted) await dropPictures(storage, company, claimed.id)
        await strikeOut(db, claimed)
      })
  } catch (error) {
    if (!round.isStopping())
      round.warn(new Error(`the pictures of document ${claimed.id}, attempt ${claimed.attempts}`, { cause: error }))
    await afterFailure(place, claimed, error, round)
  }
  return true
}

/**
 * Draws the pictures of every document that is due, the companies in turn, or of one company alone. Others may do the same at
 * the same time. Throws when the database is away.
 */
export async function drawDue(door: Door, storage: Storage, round: Round = untilStopped, only?: string): Promise<void> {
  for (let drew = true; drew; ) {
    drew = false
    for (const { company, ready } of await lookAround(door)) {
      if (round.isStopping()) return
      if (ready === 0 || (only && company !== only)) continue
      if (await drawNext({ door, storage, company }, round)) drew = true
    }
  }
}

/** Draws what is due from now on. */
export const openDrawing = (door: Door, storage: Storage): Job =>
  openJob({ work: (round) => drawDue(door, storage, round), interval, grace: 0 })
