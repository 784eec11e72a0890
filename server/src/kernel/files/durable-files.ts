import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from './disk-faults.ts'

/** Flushes the entries of a folder to disk. Platforms that cannot do this do not need it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR'].includes(codeOf(error))) throw error
  } finally {
    await folder?.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    // The age counts from here, however slowly the file arrived.
    await file.utimes(new Date(), new Date())
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Moves a file to its final place, durably and atomically: it is there whole or not at all. */
export async function settle(from: string, to: string, arrivals: string): Promise<void> {
  await syncFile(from)
  const firstMade = await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await withTemporary(arrivals, async (copy) => {
      await copyFile(from, copy)
      await syncFile(copy)
      await rename(copy, to)
    })
    await rm(from, { force: true })
  }
  await syncFolder(dirname(to))
  if (firstMade) await syncFolder(dirname(firstMade))
}

/** Provides a path for a temporary file, which is deleted afterwards unless `work` moved it away. */
export async function withTemporary(arrivals: string, work: (path: string) => Promise<void>): Promise<void> {
  const path = join(arrivals, randomUUID())
  try {
    await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
