import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as f from '@plinth/api/kernel/fields'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { keysOf } from './documents.queries.ts'
import { erase, mayErase, undoUploads } from './erasing.queries.ts'

const hour = 3_600_000
/**
 * After this long without activity, in milliseconds, an upload is over; an upload of a whole file is cut off long
 * before.
 */
const maxSilenceMs = { whole: hour, inParts: 24 * hour }

const before = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString()

interface Leftover {
  company: string
  document: string
  silent_since: string | null
}

const leftovers = (door: Door, now: number) =>
  door.anonymous(async (db) => {
    const { whole, inParts } = maxSilenceMs
    const found = await sql<Leftover>`
      select * from app.documents_to_sweep(${before(now, whole)}, ${before(now, inParts)})`.execute(db)
    return found.rows
  })

interface Sweep {
  door: Door
  storage: Storage
  /** In milliseconds. */
  now: number
  isStopping: () => boolean
}

/** The company and document that a store key belongs to; undefined for a key that is not one of ours. */
function ownerOf(key: string): { company: string; id: string } | undefined {
  const [company = '', name = ''] = key.split('/')
  const [id = ''] = name.split('.')
  const isOurs = [company, id].every((part) => f.id.safeParse(part).success)
  return isOurs && Object.values(keysOf(company, id)).includes(key) ? { company, id } : undefined
}

/** Drops multipart uploads in the store that have no note. */
async function dropUnknownAttempts({ door, storage, now, isStopping }: Sweep): Promise<number> {
  let dropped = 0
  for await (const { key, attempt } of storage.abandonedBefore(new Date(now - maxSilenceMs.inParts - hour))) {
    if (isStopping()) break
    const owner = ownerOf(key)
    if (!owner) continue
    const noted = await door.inTenant(owner.company, null, (db) =>
      sql`select from document_uploads where id = ${owner.id} and store_attempt = ${attempt}`.execute(db),
    )
    if (noted.rows.length > 0) continue
    await storage.abandon(key, attempt)
    dropped += 1
  }
  return dropped
}

/** Drops the arriving files of a killed server. */
async function dropArrivals({ storage: { arrivals }, now }: Sweep): Promise<number> {
  let dropped = 0
  for (const name of await readdir(arrivals)) {
    const path = join(arrivals, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs >= now - maxSilenceMs.whole) continue
    await rm(path, { recursive: true, force: true })
    dropped += 1
  }
  return dropped
}

/** Drops the leftovers of silent uploads and of deleted documents. */
async function dropLeftovers({ door, storage, now, isStopping }: Sweep): Promise<number> {
  let dropped = 0
  for (const { company, document, silent_since } of await leftovers(door, now)) {
    if (isStopping()) break
    const count = await door
      .inTenant(company, null, async (db) => {
        if (silent_since === null) return Number(await erase(db, storage, company, document))
        // The leftovers of an erased sample company are noted as uploads too.
        return (await mayErase(db)) ? (await undoUploads(db, storage, company, [document], silent_since)).length : 0
      })
      .catch(() => 0)
    dropped += count
  }
  return dropped
}

/**
 * Removes the leftovers of interrupted uploads and deletes from the store; returns how many. The next sweep retries
 * what fails. `now` is in milliseconds. After all three steps, throws the first error that ended one of them.
 */
export async function sweep(
  door: Door,
  storage: Storage,
  now = Date.now(),
  isStopping: () => boolean = () => false,
): Promise<number> {
  const faults: unknown[] = []
  let total = 0
  for (const drop of [dropLeftovers, dropUnknownAttempts, dropArrivals])
    await drop({ door, storage, now, isStopping }).then(
      (dropped) => (total += dropped),
      (error: unknown) => faults.push(error),
    )
  if (faults.length > 0) throw faults[0]
  return total
}

/** How many leftovers of interrupted uploads and deletes the next sweep will find. */
export const countLeftovers = async (door: Door): Promise<number> => (await leftovers(door, Date.now())).length

/** The result of checking the store. */
export interface Findings {
  documents: number
  bytes: number
  /** One sentence for each document whose file is missing or altered, and each file that belongs to no document. */
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
  const named = `document ${id} of company ${company} ("${file_name}")`
  const keys = keysOf(company, id)
  try {
    const hash = createHash('sha256')
    let found = 0
    for await (const chunk of await storage.open(keys.file)) {
      hash.update(chunk)
      found += chunk.length
    }
    if (found !== size) return `The file of ${named} has ${found} bytes instead of ${size}.`
    if (!hash.digest().equals(sha256))
      return `The file of ${named} was altered: its SHA-256 is not the one it was stored with.`
    if (!has_pictures) return undefined
    const pictures = await Promise.all([storage.sizeOf(keys.thumbnail), storage.sizeOf(keys.preview)])
    return pictures.includes(undefined) ? `The thumbnail or preview of ${named} is gone.` : undefined
  } catch (error) {
    if (error instanceof AppError && error.status !== 404) throw error
    // A disk may fail under this file only.
    return error instanceof AppError
      ? `The file of ${named} is gone.`
      : `The file of ${named} cannot be read: ${error instanceof Error ? error.message : error}.`
  }
}

async function* liveDocuments(door: Door, company: string): AsyncGenerator<Known> {
  const pageAfter = (last: string | undefined) => (db: Db) =>
    sql<Known>`select id, file_name, size, sha256, has_pictures from documents
      where deleted_at is null and ${last === undefined ? sql`true` : sql`id > ${last}`}
      order by id limit 500`.execute(db)
  for (let last: string | undefined; ; ) {
    const page = await door.inTenant(company, null, pageAfter(last))
    yield* page.rows
    last = page.rows.at(-1)?.id
    if (page.rows.length === 0) return
  }
}

/** Whether a file of the store belongs to no document and no upload in progress. */
async function isStray(door: Door, storage: Storage, key: string): Promise<boolean> {
  const owner = ownerOf(key)
  if (!owner) return true
  const known = await door.inTenant(owner.company, null, (db) =>
    sql`select from documents where id = ${owner.id} and not is_erased
      union all select from document_uploads where id = ${owner.id}`.execute(db),
  )
  return known.rows.length === 0 && (await storage.sizeOf(key)) !== undefined
}

const isLive = (door: Door, company: string, id: string) =>
  door.inTenant(company, null, async (db) => {
    const live = await sql`select from documents where id = ${id} and deleted_at is null`.execute(db)
    return live.rows.length > 0
  })

/**
 * Reads every file of the store and compares it with the hash and size it was stored with. Changes nothing. A document
 * deleted during the check is no fault.
 */
export async function verify(door: Door, storage: Storage): Promise<Findings> {
  const companies = await door.anonymous(async (db) => {
    const found = await sql<{ id: string }>`select companies as id from app.companies()`.execute(db)
    return found.rows.map(({ id }) => id)
  })
  const findings: Findings = { documents: 0, bytes: 0, faults: [] }
  for (const company of companies)
    for await (const known of liveDocuments(door, company)) {
      const fault = await faultOf(storage, company, known)
      if (fault && !(await isLive(door, company, known.id))) continue
      findings.documents += 1
      findings.bytes += known.size
      if (fault) findings.faults.push(fault)
    }
  for await (const { key } of storage.list(''))
    if (await isStray(door, storage, key)) findings.faults.push(`The file ${key} belongs to no document.`)
  return findings
}
