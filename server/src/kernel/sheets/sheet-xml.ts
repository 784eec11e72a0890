import { messageOf } from '@plinth/api/kernel/messages'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, SheetFault } from './sheet-values.ts'

/** `silence` is the longest, in signs, that may stand between two tags. */
const limits = {
  parts: 200,
  bytes: 256 * 1024 * 1024,
  ratio: 200,
  alwaysFine: 32 * 1024 * 1024,
  depth: 64,
  silence: 8 * 1024 * 1024,
}

/** A part of an Office file, still packed. */
interface Part {
  zip: ZipFile
  entry: Entry
}
export type Parts = Map<string, Part>

const unreadable = () =>
  new SheetFault('The workbook is packed in a way that cannot be read. Please save it again as .xlsx.')

/** What is wrong with a file of whose packing something is found out in reading it. */
const faultOf = (error: unknown) => (error instanceof SheetFault ? error : damaged())

/** The parts of a zip file by its own list. Throws 400 when it is none, or has too many. */
async function listed(bytes: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // What it says of sizes is not believed either way: `prove` counts.
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > limits.parts)
    throw new SheetFault(messageOf('The workbook has more than {max} parts.', { max: limits.parts }))
  const parts: Parts = new Map()
  for await (const entry of zip.eachEntry()) {
    // A part packed with a password, or in a way of its own, or listed twice.
    if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod) || parts.has(entry.fileName))
      throw unreadable()
    parts.set(entry.fileName, { zip, entry })
  }
  return parts
}

async function* unpacked({ zip, entry }: Part): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw faultOf(error)
  }
}

const forbidden = ['<!DOCTYPE', '<!ENTITY']

/** Unpacks everything once, counting, since what a file says of its own size may be a lie. */
async function prove(parts: Parts, packedSize: number): Promise<void> {
  let total = 0
  for (const part of parts.values()) {
    let tail = Buffer.alloc(0)
    for await (const chunk of unpacked(part)) {
      total += chunk.length
      if (total > limits.bytes || (total > limits.alwaysFine && total > packedSize * limits.ratio))
        throw new SheetFault('The workbook unpacks to far more than a sheet may hold (256 MB).')
      const seen = Buffer.concat([tail, chunk])
      if (forbidden.some((text) => seen.includes(text)))
        throw new SheetFault('The workbook declares entities of its own: such a file is not read.')
      tail = seen.subarray(-10)
    }
  }
}

/** The parts of an Office file, none of which is larger than it may be. Throws 400. */
export async function partsOf(bytes: Uint8Array): Promise<Parts> {
  const parts = await listed(bytes).catch((error: unknown) => Promise.reject(faultOf(error)))
  await prove(parts, bytes.length)
  return parts
}

/** What a tag says, by name. */
export type Attributes = Readonly<Record<string, string>>

/** Told of a part's elements, without the prefixes of their names. */
export interface Reader {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** A part may be several elements one after the other; only of a whole document is its first line a declaration. */
const declaration = /^\s*<\?xml\s[^>]*\?>/

/** Reads a part as it comes in pieces. What it returns takes the next piece, null at the end. Throws 400 when it is damaged. */
function xmlReader(on: Reader): (piece: string | null) => void {
  const parser = new SaxesParser({ fragment: true, position: false, xmlns: false })
  let [depth, silence, isBegun] = [0, 0, false]
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    silence = 0
    if (depth > limits.depth) throw damaged()
    on.open(bare(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    silence = 0
    on.close?.(bare(name))
  })
  parser.on('text', (text) => on.text?.(text))
  parser.on('cdata', (text) => on.text?.(text))
  return (piece) => {
    silence += piece?.length ?? 0
    if (silence > limits.silence) throw damaged()
    parser.write(isBegun || piece === null ? piece : piece.replace(declaration, ''))
    isBegun = true
  }
}

/** Reads a part to its end, and stops now and then to hand on what has been read. */
export async function* reading(part: Part, on: Reader): AsyncGenerator<void> {
  const read = xmlReader(on)
  const decoder = new TextDecoder()
  for await (const chunk of unpacked(part)) {
    read(decoder.decode(chunk, { stream: true }))
    yield
  }
  read(null)
  yield
}

/** Reads a part whole. */
export async function readWhole(part: Part, on: Reader): Promise<void> {
  for await (const _ of reading(part, on)) continue
}
