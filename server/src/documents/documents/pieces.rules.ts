import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

/** Limit for a file that is read whole before anything about it is known. */
const maxWholeBytes = 10_485_760
/** The pieces a file may consist of. Each costs memory and time, and a hostile file has millions. */
const maxPieces = 20_000

/** Reads this many bytes from an offset; fewer at the end of the file. */
type Read = (from: number, length: number) => Promise<Buffer>
/** The offset of the piece after this one; undefined when there is none. Throws a RangeError past the end. */
type Next = (read: Read, at: number) => Promise<number | undefined>

const inPieces = (from: number, next: Next) => async (path: string) => {
  await using file = await open(path)
  const read: Read = async (start, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
  try {
    let at: number | undefined = from
    for (let count = 0; at !== undefined && count <= maxPieces; count += 1) at = await next(read, at)
    return at === undefined
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

/**
 * Whether a JPEG has few enough markers. They may stand anywhere, also between its scans; within a scan no byte 255 is
 * followed by such a value.
 */
async function inMarkers(path: string): Promise<boolean> {
  let count = 0
  const source: AsyncIterable<Buffer> = createReadStream(path)
  for await (const bytes of source) {
    for (let at = bytes.indexOf(255); at >= 0; at = bytes.indexOf(255, at + 1)) {
      const marker = bytes[at + 1] ?? 0
      if (marker >= 0xe0 && marker < 0xff) count += 1
    }
    if (count > maxPieces) return false
  }
  return true
}

/**
 * Reads the place where a TIFF page writes the offset of the next. A BigTIFF has offsets of another size: its walk
 * never ends, so it counts as unsafe.
 */
async function nextPage(read: Read, at: number): Promise<number | undefined> {
  const start = (await read(0, 4)).toString('latin1')
  if (start !== 'II*\0' && start !== 'MM\0*') return at
  const number = (bytes: Buffer) =>
    start === 'II*\0' ? bytes.readUIntLE(0, bytes.length) : bytes.readUIntBE(0, bytes.length)
  const page = number(await read(at, 4))
  return page === 0 ? undefined : page + 2 + 12 * number(await read(page, 2))
}

const isSmall = async (path: string) => (await stat(path)).size <= maxWholeBytes

/**
 * `isSafe`: whether a file is built as a camera or a program builds it, so that it is safe to open. `isSettled`:
 * whether a file that cannot be drawn is no image of the kind at all; of the other kinds there are sound files that
 * cannot be read here.
 */
export const pictureKinds: Readonly<
  Record<string, { isSafe: (path: string) => Promise<boolean>; isSettled: boolean }>
> = {
  'image/jpeg': { isSafe: inMarkers, isSettled: true },
  'image/png': {
    isSafe: inPieces(8, async (read, at) => at + 12 + (await read(at, 8)).readUInt32BE(0)),
    isSettled: true,
  },
  'image/webp': {
    isSafe: inPieces(12, async (read, at) => at + 8 + 2 * Math.ceil((await read(at, 8)).readUInt32LE(4) / 2)),
    isSettled: true,
  },
  'image/gif': { isSafe: isSmall, isSettled: true },
  'image/tiff': { isSafe: inPieces(4, nextPage), isSettled: false },
  'image/avif': { isSafe: isSmall, isSettled: false },
}
