import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArrivedFile } from '../files/arrived-file.ts'
import type { Storage } from '../files/storage.ts'

/** A file that has just arrived for a store. */
export function arrivedIn(storage: Pick<Storage, 'arrivals'>, bytes: Uint8Array): ArrivedFile {
  const path = join(storage.arrivals, randomUUID())
  writeFileSync(path, bytes)
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export const newKey = (tenant: string = randomUUID()) => `${tenant}/${randomUUID()}`

/** Runs `work` and returns what was written to stderr meanwhile. */
export async function stderrDuring(work: () => Promise<unknown>): Promise<string> {
  const { write } = process.stderr
  let output = ''
  process.stderr.write = (chunk: string | Uint8Array) => {
    output += chunk.toString()
    return true
  }
  try {
    await work()
  } finally {
    process.stderr.write = write
  }
  return output
}
