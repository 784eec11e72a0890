import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AppError } from '../kernel/errors.ts'
import type { Storage } from '../kernel/storage.ts'
import type { Db, Door } from '../kernel/tenancy.ts'
import { keysOf } from './documents.queries.ts'
import { erase, takeBack } from './storing.queries.ts'

const hour = 3_600_000
/** After so long without a sign, in milliseconds, an upload is over: one that comes whole is cut off long before. */
const patience = { whole: hour, inParts: 24 * hour }

const before = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString()

interface Leftover {
  company: string
  document: string
  silent_since: string | null
}

const leftovers = (door: Door, now: number) =>
  door.anonymous(async (db) => {
    const { whole, inParts } = patience
    const found = await sql<Leftover>`
      select * from app.documents_to_sweep(${before(now, whole)}, ${before(now, inParts)})`.execute(db)
    return found.rows
  })

/** Attempts that were begun in the store and of which no note is left, or never was. */
async function dropUnknownAttempts(door: Door, storage: Storage, now: number): Promise<void> {
  for await (const { key, attempt } of storage.abandonedBefore(new Date(now - patience.inParts - hour))) {
    const [company = '', id = ''] = key.split('/')
    const noted = await door.inTenant(company, null, (db) =>
      db
        .selectFrom('document_uploads')
        .select('id')
        .where('id', '=', id)
        .where('store_attempt', '=', attempt)
        .execute(),
    )
    if (noted.length === 0) await storage.abandon(key, attempt)
  }
}

/** What a server that was killed had on its way in. */
async function dropArrivals({ arrivals }: Storage, now: number): Promise<void> {
  for (const name of await readdir(arrivals)) {
    const path = join(arrivals, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now - patience.whole) await rm(path, { force: true })
  }
}

/**
 * Takes away what uploads and deletes that were cut short have left in the store. What cannot be taken away now is left to
 * the next sweep. `now` is in milliseconds.
 */
export async function sweep(door: Door, storage: Storage, now = Date.now()): Promise<void> {
  for (const { company, document, silent_since } of await leftovers(door, now))
    await door
      .inTenant(company, null, async (db) => {
        if (silent_since === null) await erase(db, storage, company, document)
        else await takeBack(db, storage, company, [document], silent_since)
      })
      .catch(() => {})
  await dropUnknownAttempts(door, storage, now)
  await dropArrivals(storage, now)
}

/** Sweeps now and every hour. Ends when what it returns is called. */
export function sweepEveryHour(door: Door, storage: Storage, warn: (error: Error) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const once = () => {
    running = running.then(() => sweep(door, storage)).catch(warn)
  }
  once()
  const timer = setInterval(once, hour).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** What a look through the store came to. */
export interface Findings {
  documents: number
  bytes: number
  /** One sentence for each document whose file is gone or altered, and each file that belongs to no document. */
  faults: string[]
}

interface Known {
  id: string
  file_name: string
  size: number
  sha256: Buffer
  has_pictures: boolean
}

async function faultOf(storage: Storage, company: string, known: Known): Promise<string | undefined> {
  const { id, file_name, size, sha256, has_pictures } = known
  const named = `Document ${id} of company ${company} ("${file_name}")`
  const keys = keysOf(company, id)
  try {
    const hash = createHash('sha256')
    let found = 0
    for await (const chunk of await storage.open(keys.file)) {
      hash.update(chunk)
      found += chunk.length
    }
    if (found !== size) return `${named} has ${found} bytes instead of ${size}.`
    if (!hash.digest().equals(sha256)) return `${named} was altered: its SHA-256 is not the one it was stored with.`
    if (!has_pictures) return undefined
    const pictures = await Promise.all([storage.sizeOf(keys.thumbnail), storage.sizeOf(keys.preview)])
    return pictures.includes(undefined) ? `${named} has lost its thumbnail or preview.` : undefined
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return `The file of ${named.toLowerCase()} is gone.`
    throw error
  }
}

async function* liveDocuments(door: Door, company: string): AsyncGenerator<Known> {
  const pageAfter = (last: string | undefined) => (db: Db) => {
    const page = db
      .selectFrom('documents')
      .select(['id', 'file_name', 'size', 'sha256', 'has_pictures'])
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(500)
    return (last === undefined ? page : page.where('id', '>', last)).execute()
  }
  for (let last: string | undefined; ; ) {
    const page = await door.inTenant(company, null, pageAfter(last))
    yield* page
    last = page.at(-1)?.id
    if (page.length === 0) return
  }
}

/** Whether a file of the store is known to the database: a document's, or one that is on its way in or out. */
const isKnown = (door: Door, company: string, id: string) =>
  door.inTenant(company, null, async (db) => {
    const found = await sql`select from documents where id = ${id} and not is_erased
      union all select from document_uploads where id = ${id}`.execute(db)
    return found.rows.length > 0
  })

/** Reads every file of the store and compares it with what it was when it was stored. Changes nothing. */
export async function verify(door: Door, storage: Storage): Promise<Findings> {
  const companies = await door.anonymous(async (db) => {
    const found = await sql<{ id: string }>`select companies as id from app.companies()`.execute(db)
    return found.rows.map(({ id }) => id)
  })
  const findings: Findings = { documents: 0, bytes: 0, faults: [] }
  for (const company of companies) {
    for await (const known of liveDocuments(door, company)) {
      findings.documents += 1
      findings.bytes += known.size
      const fault = await faultOf(storage, company, known)
      if (fault) findings.faults.push(fault)
    }
    for await (const { key } of storage.list(`${company}/`)) {
      const id = key.slice(company.length + 1).split('.')[0] ?? ''
      if (!(await isKnown(door, company, id))) findings.faults.push(`The file ${key} belongs to no document.`)
    }
  }
  return findings
}
