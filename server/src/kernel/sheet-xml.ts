import { createInflateRaw } from 'node:zlib'
import { damaged, SheetFault } from './sheets.ts'

const limits = { parts: 200, bytes: 256 * 1024 * 1024, ratio: 200, alwaysFine: 32 * 1024 * 1024, tag: 65_536 }

/** A part of an Office file, still packed. */
interface Part {
  packed: Uint8Array
  isDeflated: boolean
}
export type Parts = Map<string, Part>

const unreadable = () =>
  new SheetFault('The workbook is packed in a way that cannot be read. Please save it again as .xlsx.')

/** The parts of a zip file by its own list. Throws 400 when it is none, or has too many. */
function listed(bytes: Uint8Array): Parts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= Math.max(0, bytes.length - 65_557) && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw damaged()
  const count = view.getUint16(end + 10, true)
  if (count > limits.parts) throw new SheetFault(`The workbook has more than ${limits.parts} parts.`)
  const parts: Parts = new Map()
  let at = view.getUint32(end + 16, true)
  for (let number = 0; number < count; number += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw damaged()
    const method = view.getUint16(at + 10, true)
    const size = view.getUint32(at + 20, true)
    const nameLength = view.getUint16(at + 28, true)
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString()
    const local = view.getUint32(at + 42, true)
    // A part packed with a password, or in a way of its own, or listed twice.
    if (view.getUint16(at + 8, true) & 1 || ![0, 8].includes(method) || parts.has(name)) throw unreadable()
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (start + size > bytes.length) throw damaged()
    parts.set(name, { packed: bytes.subarray(start, start + size), isDeflated: method === 8 })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

async function* unpacked({ packed, isDeflated }: Part): AsyncGenerator<Uint8Array> {
  if (!isDeflated) {
    yield packed
    return
  }
  const inflate = createInflateRaw({ chunkSize: 262_144 })
  inflate.end(packed)
  try {
    for await (const chunk of inflate) yield chunk
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? damaged() : error
  } finally {
    inflate.destroy()
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
  let parts: Parts
  try {
    parts = listed(bytes)
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  }
  await prove(parts, bytes.length)
  return parts
}

/** Told of a part's elements, without the prefixes of their names. */
export interface Reader {
  /** `tag` is the whole of it, for `attribute`. */
  open(name: string, tag: string): void
  close?(name: string): void
  text?(text: string): void
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const withoutEntities = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
        if (name) return entities[name] ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
      })
    : text

/** An attribute of a tag; undefined where it is not there. */
export function attribute(tag: string, name: string): string | undefined {
  let at = tag.indexOf(name, 1)
  while (at > 0) {
    const before = tag.charCodeAt(at - 1)
    const quote = tag[at + name.length + 1] ?? ''
    if ((before === 32 || before === 10 || before === 9 || before === 13) && tag[at + name.length] === '=') {
      const end = tag.indexOf(quote, at + name.length + 2)
      return withoutEntities(tag.slice(at + name.length + 2, end))
    }
    at = tag.indexOf(name, at + 1)
  }
  return undefined
}

/** Where the tag that opens at `from` ends; -1 when that is not in sight. */
function endOfTag(input: string, from: number): number {
  let quote = 0
  for (let at = from; at < input.length; at += 1) {
    const code = input.charCodeAt(at)
    if (quote === 0 && code === 62) return at
    if (quote === code) quote = 0
    else if (quote === 0 && (code === 34 || code === 39)) quote = code
  }
  return -1
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

const asides = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/** Tells of the tag at `at`; answers where it ends, -1 when that is not in sight. */
function readTag(on: Reader, input: string, at: number): number {
  const end = endOfTag(input, at)
  if (end < 0) return -1
  if (input.charCodeAt(at + 1) === 47) {
    on.close?.(bare(input.slice(at + 2, end).trim()))
    return end + 1
  }
  const whole = input.slice(at + 1, end)
  const name = bare(/^[^\s/]*/.exec(whole)?.[0] ?? '')
  on.open(name, whole)
  if (whole.endsWith('/')) on.close?.(name)
  return end + 1
}

/** Reads a part as it comes in pieces. What it returns takes the next piece. */
function xmlReader(on: Reader): (piece: string) => void {
  let rest = ''
  let until = ''

  function text(input: string, at: number): number {
    const next = input.indexOf('<', at)
    let end = next < 0 ? input.length : next
    // A piece may end within an entity.
    const cut = next < 0 ? input.lastIndexOf('&') : -1
    if (cut >= at && end - cut < 12) end = cut
    if (end > at) on.text?.(withoutEntities(input.slice(at, end)))
    return next < 0 && end < input.length ? -1 : end
  }

  /** Reads on from `at`; answers where it stopped, -1 when the next piece is needed first. */
  function step(input: string, at: number): number {
    if (until) {
      const end = input.indexOf(until, at)
      if (end < 0) return -1
      const isText = until === ']]>'
      if (isText) on.text?.(input.slice(at, end))
      const past = end + until.length
      until = ''
      return past
    }
    if (input.charCodeAt(at) !== 60) return text(input, at)
    if (input.length - at < 9 && /^<[!?]/.test(input.slice(at))) return -1
    const aside = asides.find(([start]) => input.startsWith(start, at))
    if (aside) until = aside[1]
    if (aside) return at + aside[0].length
    if (!input.startsWith('<![CDATA[', at)) return readTag(on, input, at)
    until = ']]>'
    return at + 9
  }

  return (piece) => {
    const input = rest + piece
    let at = 0
    while (at < input.length) {
      const next = step(input, at)
      if (next < 0) break
      at = next
    }
    rest = input.slice(until && until !== ']]>' ? Math.max(at, input.length - 2) : at)
    if (rest.length > limits.tag + 262_144) throw damaged()
  }
}

/** Reads a part to its end, and stops now and then to hand on what has been read. */
export async function* reading(part: Part, on: Reader): AsyncGenerator<void> {
  const read = xmlReader(on)
  const decoder = new TextDecoder()
  for await (const chunk of unpacked(part)) {
    // A part that is not deflated comes in one chunk.
    for (let at = 0; at < chunk.length; at += 262_144) {
      read(decoder.decode(chunk.subarray(at, at + 262_144), { stream: true }))
      yield
    }
  }
}

/** Reads a part whole. */
export async function readWhole(part: Part, on: Reader): Promise<void> {
  for await (const _ of reading(part, on)) continue
}
