import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/**
 * Undefined for a missing or an empty file; early versions, which did not wait for the disk, could leave an empty one
 * after a power loss. Throws a StartError when the file cannot be read.
 */
export function storedSecret(file: string): string | undefined {
  try {
    return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined
  } catch (error) {
    throw new StartError(
      `DATA_DIR holds ${file}, which cannot be read (${Object(error).code}): mend it, or set SESSION_SECRET.`,
    )
  }
}

/** Flushes the entries of a folder to disk, where the platform can. */
function syncNames(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/**
 * Returns a secret that is created once in the data directory, readable by its owner only. It is on disk before it is
 * used, so that it is the same after a crash, and never half written. Throws a StartError when it cannot be stored.
 */
export function ownSecret(dataDir: string, name: string, bytes: number): string {
  const file = join(dataDir, name)
  const stored = storedSecret(file)
  if (stored) return stored
  try {
    mkdirSync(dataDir, { recursive: true })
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(bytes).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another server created it at the same moment; that one is used.
      if (!existsSync(file)) throw error
    }
    rmSync(draft)
    for (const folder of [dataDir, dirname(dataDir)]) syncNames(folder)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `DATA_DIR cannot hold ${file} (${Object(error).code}): set it to a folder that can be written to.`,
    )
  }
}
