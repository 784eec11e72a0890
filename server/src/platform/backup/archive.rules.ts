import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { AppError } from '../../kernel/errors.ts'
import { StartError } from '../../kernel/start-error.ts'

/**
 * A backup is the folder `<UTC moment>`. The documents it needs lie beside it under `files`, each content once, named
 * by its SHA-256. While a backup is made or removed, its folder's name ends in `unfinishedMark`: a folder without the
 * mark is complete, or was damaged since.
 */

export const manifestFile = 'manifest.json'
export const listFile = 'documents.gz'
export const secretFolder = 'secrets'
/** The files in the data directory of an installation that stores its own secrets. */
export const secretFiles = ['session-secret', 'session-secret-old', 'sample-password'] as const

/** The folder of a backup begun at this moment, without colons, which some disks do not allow. */
export const folderNameOf = (moment: Date) => moment.toISOString().replaceAll(':', '-')
export const isFolderName = (name: string) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name)

export const unfinishedMark = '.unfinished'
/** Of a backup that was interrupted, or is being made. */
export const isUnfinished = (name: string) =>
  name.endsWith(unfinishedMark) && isFolderName(name.slice(0, -unfinishedMark.length))

export const tableFileOf = (table: string) => join('tables', `${table.replace(/[^\w.]/g, '_')}.copy.gz`)
export const contentFolder = 'files'
export const contentFileOf = (hash: string) => join(contentFolder, hash.slice(0, 2), hash)
/** The prefix of a content's name while it is being written. */
export const arrivingMark = 'arriving-'

/** The version of the product. */
export const productVersion = String(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')).version,
)

const count = z.int().check(z.gte(0))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A table in the backup; names are quoted as SQL needs them. */
const keptTable = z.object({ name: z.string(), columns: z.array(z.string()), rows: count, bytes: count, sha256 })
export type KeptTable = z.output<typeof keptTable>

const manifest = z.object({
  format: z.literal(1),
  /** The version of the product that made it. */
  version: z.string(),
  moment: z.string(),
  /** The id of its installation. */
  installation: z.nullable(z.string()),
  /** The last migration that the database had run. */
  level: z.string(),
  /** Identifies the session secret that was in use without revealing it. */
  secretMark: z.string(),
  tables: z.array(keptTable),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  documents: z.object({
    documents: count,
    /** Documents and their pictures. */
    files: count,
    bytes: count,
    /** Of the list. */
    sha256,
    /** Files that the store itself lacked or had altered: one sentence each. */
    faults: z.array(z.string()),
  }),
  secrets: z.array(z.enum(secretFiles)),
  /** The SHA-256 of each of them; backups of early versions lack it. */
  secretSums: z.optional(z.record(z.string(), sha256)),
})
export type Manifest = z.output<typeof manifest>

const digestOf = (rest: object) => createHash('sha256').update(JSON.stringify(rest)).digest('hex')

/** The text of a manifest, with the SHA-256 of the rest of it, because every other hash is found only in it. */
export const manifestText = (whole: object) => `${JSON.stringify({ ...whole, sha256: digestOf(whole) }, null, 2)}\n`

/** Throws a StartError for anything that is not one of our manifests. */
export function readManifest(text: string, from: string): Manifest {
  const damaged = new StartError(`${join(from, manifestFile)} is damaged: this backup cannot be used.`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw damaged
  }
  const { format } = z.object({ format: z.optional(z.number()) }).safeParse(json).data ?? {}
  if (format !== undefined && format > 1)
    throw new StartError(`${from} was made by a newer version of the product: restore it with that one.`)
  const parsed = manifest.safeParse(json)
  if (!parsed.success) throw damaged
  // Early versions wrote none.
  const { sha256: stated, ...rest } = Object(json)
  if (stated !== undefined && stated !== digestOf(rest)) throw damaged
  return parsed.data
}

export const secretMarkOf = (secret: string) => createHmac('sha256', secret).update('mark of a backup').digest('hex')

/** A file of the store. */
export interface KeptFile {
  sha256: string
  /** Bytes. */
  size: number
  key: string
}

export const lineOf = ({ sha256: hash, size, key }: KeptFile) => `${hash} ${size} ${key}\n`

/** Throws a StartError for a line that is not ours. */
export function readLine(line: string): KeptFile {
  const [, hash, size, key] = /^([0-9a-f]{64}) (\d+) (\S+)$/.exec(line) ?? []
  if (!hash || !size || !key) throw new StartError('The list of documents is damaged: this backup cannot be used.')
  return { sha256: hash, size: Number(size), key }
}

/** Orders tables so that every row finds the rows it refers to. Throws when tables refer to each other in a circle. */
export function loadOrder<T extends { name: string; parents: readonly string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  let left = tables
  while (left.length > 0) {
    const free = left.filter(({ parents }) => !left.some(({ name }) => parents.includes(name)))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${left.map(({ name }) => name)}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** An error in work on `folder`, as a sentence for the user when they can mend it. */
export function sentenceOf(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error instanceof StartError) return error
  const code = codeOf(error)
  if (error instanceof AppError) return new StartError(`${error.message} What was begun is not complete.`)
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new StartError(`The disk of ${folder} is full: what was begun is not complete.`)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EIO'].includes(code))
    return new StartError(`${folder} cannot be worked with: ${error.message}.`)
  if (/^(08|57)|^ECONN|^EPIPE/.test(code) || /^Connection terminated|not queryable/.test(error.message))
    return new StartError(`The database went away: ${error.message}. What was begun is not complete.`)
  return error
}

function parsed<T>(parse: () => T, usage: string): T {
  try {
    return parse()
  } catch (error) {
    throw new StartError(error instanceof Error ? `${error.message.split('. ')[0]}. Use: ${usage}` : usage)
  }
}

/** Reads the arguments of `npm run backup -- …`. Throws a StartError with the usage. */
export function readBackupOrder(args: string[]): { folder: string; keep: number | undefined } {
  const usage = 'npm run backup -- <folder> [--keep <number of backups>]'
  const options = { keep: { type: 'string' } } as const
  const { values, positionals } = parsed(() => parseArgs({ args, options, allowPositionals: true }), usage)
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0 || !/^[1-9]\d{0,4}$/.test(values.keep ?? '1'))
    throw new StartError(`Use: ${usage}`)
  return { folder, keep: values.keep === undefined ? undefined : Number(values.keep) }
}

/** Reads the arguments of `npm run restore -- …`. Throws a StartError with the usage. */
export function readRestoreOrder(args: string[]): { from: string; skipDamaged: boolean; newSecret: boolean } {
  const usage = 'npm run restore -- <folder>/<moment> [--skip-damaged] [--new-secret]'
  const options = { 'skip-damaged': { type: 'boolean' }, 'new-secret': { type: 'boolean' } } as const
  const { values, positionals } = parsed(() => parseArgs({ args, options, allowPositionals: true }), usage)
  const [from, ...more] = positionals
  if (from === undefined || more.length > 0) throw new StartError(`Use: ${usage}`)
  return { from, skipDamaged: values['skip-damaged'] === true, newSecret: values['new-secret'] === true }
}

/** How many files are copied at once. */
export const atOnce = 8
