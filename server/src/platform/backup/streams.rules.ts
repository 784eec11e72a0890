import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** Writes and reads the files of a backup: hashed on the way, compressed, line by line. */

/** The size and hash of a written file. */
interface Written {
  bytes: number
  sha256: string
}

/** Writes a stream into a new file, which is safely on disk when this returns. */
export async function write(source: AsyncIterable<Uint8Array>, path: string): Promise<Written> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured() {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return { bytes, sha256: hash.digest('hex') }
}

/** Compresses a stream. */
export const packed = (source: AsyncIterable<Uint8Array | string>) =>
  piped(Readable.from(source), createGzip({ level: 5 }), () => {})

/** The lines of a compressed file. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  const unpacked = piped(createReadStream(path), createGunzip(), () => {})
  for await (const chunk of unpacked.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Groups items into batches of `size`. */
export async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The SHA-256 of a file as the disk returns it now; undefined when it is missing or cannot be read. */
export async function sha256Of(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}
