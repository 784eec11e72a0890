import { messageOf } from '@plinth/api/kernel/messages'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, SheetFault } from './sheet-values.ts'

/** `silence` is the most characters that may stand between two tags. */
const limits = {
  parts: 200,
  bytes: 256 * 1024 * 1024,
  ratio: 200,
  alwaysFine: 32 * 1024 * 1024,
  depth: 64,
  silence: 8 * 1024 * 1024,
}

/** A part of an Office file, still compressed. */
interface Part {
  zip: ZipFile
  entry: Entry
}
export type Parts = Map<string, Part>

const unreadable = () =>
  new SheetFault('The workbook is packed in a way that cannot be read. Please save it again as .xlsx.')

/** The fault for an error while unpacking. */
const faultOf = (error: unknown) => (error instanceof SheetFault ? error : damaged())

/** Lists the parts of a zip file by its directory. Throws 400 when it is no zip file, or has too many parts. */
async function listed(bytes: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Declared sizes are not trusted; `prove` counts the bytes.
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > limits.parts)
    throw new SheetFault(messageOf('The workbook has more than {max} parts.', { max: limits.parts }))
  const parts: Parts = new Map()
  for await (const entry of zip.eachEntry()) {
    // A part that is encrypted, compressed in an unusual way, or listed twice.
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

/** Unpacks everything once and counts, because a file may lie about its own size. */
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

/** The parts of an Office file, after a check of their sizes. Throws 400. */
export async function partsOf(bytes: Uint8Array): Promise<Parts> {
  const parts = await listed(bytes).catch((error: unknown) => Promise.reject(faultOf(error)))
  await prove(parts, bytes.length)
  return parts
}

/** The attributes of a tag by name. */
export type Attributes = Readonly<Record<string, string>>

/** Receives the elements of a part, their names without prefixes. */
export interface Reader {
  open(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** A part may be several elements in sequence; only the first line of a whole document may be a declaration. */
const declaration = /^\s*<\?xml\s[^>]*\?>/

/** Returns a function that parses a part piece by piece; null ends it. It throws 400 when the part is damaged. */
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

/** Reads a part to its end, and yields after each chunk so that the caller can pass on what was read. */
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
