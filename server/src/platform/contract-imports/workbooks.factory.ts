import { constants, deflateRawSync } from 'node:zlib'

/** A raw deflate stream that unpacks to `times` copies of `piece`. */
export function deflatedOver(piece: string | Uint8Array, times: number): Buffer {
  const block = deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([...Array.from({ length: times }, () => block), Buffer.from([3, 0])])
}

/** A part of a zip: its text, or its compressed bytes. */
type Part = string | { deflated: Buffer }

/** A zip of these parts; it declares false sizes for parts that are given compressed. */
export function zipOf(parts: Record<string, Part>): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [name, part] of Object.entries(parts)) {
    const packed = typeof part === 'string' ? deflateRawSync(part) : part.deflated
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(typeof part === 'string' ? Buffer.byteLength(part) : 1000, 18)
    head.writeUInt16LE(name.length, 22)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x00'), head, where, Buffer.from(name))
    files.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed)
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, directory, end])
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

/** The parts of a workbook with this content of its first sheet; others may be added or replaced. */
export const partsOfWorkbook = (sheetData: Part, others: Record<string, Part> = {}): Record<string, Part> => ({
  '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="Tenders" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`,
  'xl/worksheets/sheet1.xml':
    typeof sheetData === 'string' ? `<worksheet><sheetData>${sheetData}</sheetData></worksheet>` : sheetData,
  ...others,
})

export const inlineCell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`

const record = (id: number, data: Buffer | number[]) => {
  const bytes = Buffer.from(data)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}
const word = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])))
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** A number of an old workbook with a format: 1 shows a day, 2 a percentage. */
type OldCell = string | number | { number: number; look: 1 | 2 }

/**
 * The shared texts of an old workbook: the last one is split after its first character and continues in a record of its
 * own.
 */
function tableOf(texts: readonly string[]): Buffer {
  const whole = texts.map((text) => Buffer.concat([word(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')]))
  const last = whole.pop() ?? Buffer.alloc(0)
  const count = Buffer.alloc(8)
  count.writeUInt32LE(texts.length, 4)
  return Buffer.concat([
    record(0xfc, Buffer.concat([count, ...whole, last.subarray(0, 5)])),
    record(0x3c, Buffer.concat([Buffer.from([1]), last.subarray(5)])),
  ])
}

/** A workbook of Excel 97, as bytes. */
export function oldWorkbook(rows: OldCell[][], { isProtected = false } = {}): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const look = (format: number) => record(0xe0, Buffer.concat([word(0, format), Buffer.alloc(16)]))
  const globals = Buffer.concat([
    record(0x809, Buffer.concat([word(0x600, 5), Buffer.alloc(12)])),
    ...(isProtected ? [record(0x2f, Buffer.alloc(6))] : []),
    ...[0, 14, 10].map(look),
    tableOf(texts),
  ])
  const name = Buffer.from('Old')
  const position = Buffer.alloc(4)
  position.writeUInt32LE(globals.length + 4 + 8 + name.length + 4)
  const cells = rows.flatMap((row, at) =>
    row.map((cell, column) => {
      const place = word(at, column)
      if (typeof cell === 'string') return record(0xfd, Buffer.concat([place, word(0, texts.indexOf(cell), 0)]))
      const { number, look: format } = typeof cell === 'number' ? { number: cell, look: 0 } : cell
      return record(0x203, Buffer.concat([place, word(format), double(number)]))
    }),
  )
  const sheet = record(0x85, Buffer.concat([position, Buffer.from([0, 0, name.length, 0]), name]))
  const start = record(0x809, Buffer.concat([word(0x600, 16), Buffer.alloc(12)]))
  return oleOf('Workbook', Buffer.concat([globals, sheet, record(0x0a, []), start, ...cells, record(0x0a, [])]))
}

/** An OLE file with one stream. */
export function oleOf(name: string, stream: Buffer): Buffer {
  const sector = 512
  const length = Math.max(8, Math.ceil(stream.length / sector))
  const fat = Buffer.alloc(sector, 255)
  fat.writeUInt32LE(0xfffffffd, 0)
  fat.writeUInt32LE(0xfffffffe, 4)
  for (let at = 0; at < length; at += 1) fat.writeUInt32LE(at === length - 1 ? 0xfffffffe : at + 3, (at + 2) * 4)
  const entry = (title: string, type: number, from: number, size: number) => {
    const bytes = Buffer.alloc(128)
    bytes.write(title, 'utf16le')
    bytes.writeUInt16LE(title.length * 2 + 2, 64)
    bytes[66] = type
    // It has no sibling at its left or right; the root has the one stream below it.
    bytes.fill(255, 68, 80)
    if (type === 5) bytes.writeUInt32LE(1, 76)
    bytes.writeUInt32LE(from, 116)
    bytes.writeUInt32LE(size, 120)
    return bytes
  }
  const directory = Buffer.alloc(sector)
  Buffer.concat([entry('Root Entry', 5, 0xfffffffe, 0), entry(name, 2, 2, length * sector)]).copy(directory)
  const head = Buffer.alloc(sector, 255)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.fill(0, 8, 76)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.writeUInt32LE(1, 44)
  head.writeUInt32LE(1, 48)
  head.writeUInt32LE(4096, 56)
  head.writeUInt32LE(0xfffffffe, 60)
  head.writeUInt32LE(0xfffffffe, 68)
  head.writeUInt32LE(0, 76)
  const padded = Buffer.alloc(length * sector)
  stream.copy(padded)
  return Buffer.concat([head, fat, directory, padded])
}
