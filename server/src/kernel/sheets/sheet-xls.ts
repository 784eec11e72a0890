import { messageOf } from '@plinth/api/kernel/messages'
import { type Look, lookOf, numberCell } from './sheet-numbers.ts'
import { type Cell, damaged, notASheet, put, type Row, SheetFault } from './sheet-values.ts'
import { type Reading } from './sheets.ts'

const protectedFile = () =>
  new SheetFault('The workbook is protected by a password. Please take the password off and send it again.')

const endOfChain = 0xfffffffe

/**
 * Reads the stream of an OLE file that has one of the names. Every sector is read at most once, whatever the file says.
 */
function streamOf(file: Buffer, names: readonly string[]): Buffer | undefined {
  const shift = file.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw damaged()
  const size = 1 << shift
  const sector = (number: number) => {
    const start = (number + 1) * size
    if (start + size > file.length) throw damaged()
    return file.subarray(start, start + size)
  }
  const numbersIn = (bytes: Buffer) => Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4))
  const chainOf = (start: number, next: readonly number[]) => {
    const seen = new Set<number>()
    for (let at = start; at < endOfChain - 3; at = next[at] ?? endOfChain) {
      if (seen.has(at)) throw damaged()
      seen.add(at)
    }
    return [...seen]
  }
  const tables = new Set(numbersIn(file.subarray(76, 512)).filter((number) => number < endOfChain - 3))
  const moreTables = new Set<number>()
  for (let at = file.readUInt32LE(68); at < endOfChain - 3 && !moreTables.has(at); ) {
    moreTables.add(at)
    const numbers = numbersIn(sector(at))
    for (const number of numbers.slice(0, -1)) if (number < endOfChain - 3) tables.add(number)
    at = numbers.at(-1) ?? endOfChain
  }
  const fat = [...tables].flatMap((number) => numbersIn(sector(number)))
  const read = (start: number) => Buffer.concat(chainOf(start, fat).map(sector))

  const directory = read(file.readUInt32LE(48))
  const entryAt = (at: number) => {
    const length = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2)
    return {
      name: directory.toString('utf16le', at, at + length),
      type: directory[at + 66],
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    }
  }
  const entries = Array.from({ length: Math.floor(directory.length / 128) }, (_, number) => entryAt(number * 128))
  const entry = entries.find(({ name, type }) => type === 2 && names.includes(name))
  if (!entry) return undefined
  if (entry.size >= file.readUInt32LE(56)) return read(entry.start).subarray(0, entry.size)
  const small = read(entries.find(({ type }) => type === 5)?.start ?? endOfChain)
  const smallNext = numbersIn(read(file.readUInt32LE(60)))
  const pieces = chainOf(entry.start, smallNext).map((number) => small.subarray(number * 64, number * 64 + 64))
  return Buffer.concat(pieces).subarray(0, entry.size)
}

interface Piece {
  id: number
  data: Buffer
}

/** The records of the workbook's stream from an offset to the end of that substream. */
function* records(stream: Buffer, from: number): Generator<Piece> {
  for (let at = from; at + 4 <= stream.length; ) {
    const length = stream.readUInt16LE(at + 2)
    const id = stream.readUInt16LE(at)
    yield { id, data: stream.subarray(at + 4, at + 4 + length) }
    if (id === 0x0a) return
    at += 4 + length
  }
}

/** A text of `length` characters at an offset: a byte with their width, then the characters. */
function textAt(data: Buffer, at: number, length: number): string {
  const isWide = ((data[at] ?? 0) & 1) === 1
  return data.toString(isWide ? 'utf16le' : 'latin1', at + 1, at + 1 + length * (isWide ? 2 : 1))
}

/** The table of strings, which continues over several records; a string that continues repeats its width. */
function stringsOf(blocks: readonly Buffer[]): string[] {
  let [block, at] = [0, 8]
  const here = () => blocks[block] ?? Buffer.alloc(0)
  const skip = (count: number) => {
    at += count
    while (at >= here().length && block < blocks.length) {
      at -= here().length
      block += 1
    }
  }
  const number = (bytes: 1 | 2 | 4) => {
    const value = here().readUIntLE(at, bytes)
    skip(bytes)
    return value
  }
  const strings: string[] = []
  while (block < blocks.length) {
    const length = number(2)
    let flags = number(1)
    const runs = flags & 8 ? number(2) : 0
    const extra = flags & 4 ? number(4) : 0
    let text = ''
    while (text.length < length && block < blocks.length) {
      const width = flags & 1 ? 2 : 1
      const end = Math.min(here().length, at + (length - text.length) * width)
      text += here().toString(width === 2 ? 'utf16le' : 'latin1', at, end)
      const before = block
      skip(Math.max(1, end - at))
      if (text.length < length && block > before) flags = number(1)
    }
    strings.push(text)
    skip(runs * 4 + extra)
  }
  return strings
}

interface Book {
  sheets: { name: string; start: number }[]
  strings: readonly string[]
  looks: readonly Look[]
  epoch: 1900 | 1904
}

function bookOf(stream: Buffer): Book {
  if (stream.readUInt16LE(0) !== 0x809 || stream.readUInt16LE(4) !== 0x600)
    throw new SheetFault('The workbook is older than Excel 97. Please save it as .xlsx.')
  const sheets: Book['sheets'] = []
  const codes = new Map<number, string>()
  const formats: number[] = []
  const texts: Buffer[] = []
  let epoch: Book['epoch'] = 1900
  let last = 0
  for (const { id, data } of records(stream, 0)) {
    if (id === 0x2f) throw protectedFile()
    if (id === 0x22 && data.readUInt16LE(0) === 1) epoch = 1904
    if (id === 0x41e) codes.set(data.readUInt16LE(0), textAt(data, 4, data.readUInt16LE(2)))
    if (id === 0xe0) formats.push(data.readUInt16LE(2))
    // Only sheets of cells, not charts or macros.
    if (id === 0x85 && data[5] === 0) sheets.push({ name: textAt(data, 7, data[6] ?? 0), start: data.readUInt32LE(0) })
    if (id === 0xfc || (id === 0x3c && last === 0xfc)) texts.push(data)
    if (id !== 0x3c) last = id
  }
  return { sheets, strings: stringsOf(texts), looks: formats.map((id) => lookOf(id, codes.get(id))), epoch }
}

function packedNumber(packed: number): number {
  const bytes = Buffer.alloc(8)
  bytes.writeInt32LE(packed & ~3, 4)
  const value = packed & 2 ? packed >> 2 : bytes.readDoubleLE(0)
  return packed & 1 ? value / 100 : value
}

const faults: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}
const faultOf = (code: number | undefined): Cell => ({
  fault: messageOf('holds the fault {fault}', { fault: faults[code ?? 0] ?? '#ERROR' }),
})

/** The cells of a record, which holds one or several side by side. */
function cellsIn({ id, data }: Piece, { strings, looks, epoch }: Book): Cell[] {
  const number = (value: number, format: number) => numberCell(value, looks[format], epoch, id === 0x06)
  const format = () => data.readUInt16LE(4)
  if (id === 0xfd) return [strings[data.readUInt32LE(6)] ?? null]
  if (id === 0x203) return [number(data.readDoubleLE(6), format())]
  if (id === 0x27e) return [number(packedNumber(data.readInt32LE(6)), format())]
  if (id === 0xbd)
    return Array.from({ length: (data.length - 6) / 6 }, (_, at) =>
      number(packedNumber(data.readInt32LE(6 + at * 6)), data.readUInt16LE(4 + at * 6)),
    )
  if (id === 0x204 || id === 0xd6) return [textAt(data, 8, data.readUInt16LE(6))]
  if (id === 0x205) return [data[7] === 1 ? faultOf(data[6]) : data[6] === 1]
  if (id !== 0x06) return []
  if (data.readUInt16LE(12) !== 0xffff) return [number(data.readDoubleLE(6), format())]
  return data[6] === 1 ? [data[8] === 1] : data[6] === 2 ? [faultOf(data[8])] : []
}

const cellRecords = new Set([0x06, 0xbd, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x27e])

function* rowsOf(stream: Buffer, start: number, book: Book): Generator<Row[]> {
  let [row, column] = [-1, 0]
  let cells: Cell[] = []
  let block: Row[] = []
  for (const piece of records(stream, start)) {
    // The text result of the preceding formula.
    if (piece.id === 0x207) put(cells, column, textAt(piece.data, 2, piece.data.readUInt16LE(0)))
    if (!cellRecords.has(piece.id)) continue
    const next = piece.data.readUInt16LE(0)
    if (next < row) throw damaged()
    if (next > row) {
      if (row >= 0) block.push({ number: row + 1, cells })
      row = next
      cells = []
    }
    if (block.length === 500) {
      yield block
      block = []
    }
    column = piece.data.readUInt16LE(2)
    for (const [at, cell] of cellsIn(piece, book).entries()) put(cells, column + at, cell)
  }
  if (row >= 0) block.push({ number: row + 1, cells })
  yield block
}

/** Treats an offset outside the file as a damaged file. */
function sound<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error
  }
}

function* eachSound<T>(blocks: Generator<T>): Generator<T> {
  for (;;) {
    const { value, done } = sound(() => blocks.next())
    if (done) return
    yield value
  }
}

/** Opens an XLS workbook of Excel 97 to 2003 and returns its sheets. Throws 400 or 415. */
export function openXls(bytes: Uint8Array): Reading[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return sound(() => {
    const stream = streamOf(file, ['Workbook', 'Book'])
    if (!stream && streamOf(file, ['EncryptedPackage'])) throw protectedFile()
    if (!stream) throw notASheet()
    const book = bookOf(stream)
    return book.sheets.map(({ name, start }) => ({
      name,
      epoch: book.epoch,
      rows: () => eachSound(rowsOf(stream, start, book)),
    }))
  })
}
