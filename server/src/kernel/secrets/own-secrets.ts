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
 * Undefined where there is none, or nothing in it: what a version that did not wait for the disk left after a loss of power.
 * Throws a StartError when it cannot be read.
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

/** Brings the names in a folder to its disk, where the platform can. */
function syncNames(folder: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/**
 * A secret made once and kept in the data directory, readable by its owner only. It is on the disk before it is used:
 * whatever happens to the machine, it is the same afterwards, and never half of one. Throws a StartError when it cannot be kept.
 */
export function ownSecret(dataDir: string, name: string, bytes: number): string {
  const file = join(dataDir, name)
  const kept = storedSecret(file)
  if (kept) return kept
  try {
    mkdirSync(dataDir, { recursive: true })
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, randomBytes(bytes).toString('base64url'), { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // Another server made it at the same moment: that one holds.
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
