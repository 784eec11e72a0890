import { Buffer } from 'node:buffer'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, WordFault } from './word-xml.ts'

const megabyte = 1024 * 1024
const limits = { packed: 2 * megabyte, unpacked: 20 * megabyte, parts: 500 }

/** The parts of a file by their names. */
export type Parts = ReadonlyMap<string, Buffer>

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

function requireZip(bytes: Uint8Array): void {
  if (bytes.length > limits.packed) throw new WordFault('The letterhead is larger than 2 MB.')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new WordFault('This is an old Word file or one with a password. Save it as .docx, without a password.')
  if (!startsWith(bytes, 0x50, 0x4b, 3, 4)) throw new WordFault('This is no Word document (.docx).')
}

/** Names that lead out of the file, or are read differently by different programs. */
const isOddName = (name: string) => name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')

async function unpacked(zip: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > room) throw new WordFault('The letterhead unpacks to more than 20 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Unpacks a file and counts each part, because declared sizes may be false. Throws WordFault for more than 2 MB, 20 MB
 * unpacked or 500 parts; otherwise what the library throws for a file that it cannot read.
 */
export async function partsOf(bytes: Uint8Array): Promise<Parts> {
  requireZip(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > limits.parts) throw new WordFault('The letterhead has more than 500 parts.')
  const parts = new Map<string, Buffer>()
  const seen = new Set<string>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    // Some programs take these two parts for one.
    const isTwice = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod) || isTwice || isOddName(name)) throw damaged()
    if (name.endsWith('/')) continue
    const part = await unpacked(zip, entry, limits.unpacked - size)
    size += part.length
    parts.set(name, part)
  }
  return parts
}
