import { posix } from 'node:path'
import { messageOf } from '@plinth/api/kernel/messages'
import { type Look, lookOf, numberCell } from './sheet-numbers.ts'
import { type Cell, cellLimit, damaged, notASheet, put, type Row, SheetFault } from './sheet-values.ts'
import { type Attributes, type Parts, partsOf, type Reader, reading, readWhole } from './sheet-xml.ts'
import { type Reading } from './sheets.ts'

const limits = { sheets: 100, styles: 70_000, strings: 2_000_000, stringLength: 48_000_000, rows: 1_048_576 }

/** Decodes characters that XML cannot hold, which are written as _x000D_. */
const withSigns = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

const longestText = 32_767
/**
 * A text as an XLSX cell can hold it: _x0041_ would be decoded as a character, and U+FFFE and U+FFFF are not allowed.
 */
export function cellText(text: string): string {
  const whole = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  return whole
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}

/** The data that a sheet's cells refer to. */
interface Book {
  strings: readonly string[]
  looks: readonly Look[]
  epoch: 1900 | 1904
}

/** The shared strings of a workbook, without phonetic readings of Japanese. */
async function stringsOf(parts: Parts, path: string | undefined): Promise<string[]> {
  const strings: string[] = []
  const part = path === undefined ? undefined : parts.get(path)
  if (!part) return strings
  let [text, length] = ['', 0]
  let [isText, isAside] = [false, false]
  await readWhole(part, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') isAside = true
      isText = name === 't' && !isAside
    },
    text(piece) {
      if (isText && text.length < cellLimit) text += piece
    },
    close(name) {
      isText = false
      if (name === 'rPh') isAside = false
      if (name !== 'si') return
      length += text.length
      if (strings.length >= limits.strings || length > limits.stringLength)
        throw new SheetFault('The workbook holds more text than can be read. Please split it.')
      strings.push(withSigns(text))
    },
  })
  return strings
}

async function looksOf(parts: Parts, path: string | undefined): Promise<Look[]> {
  const looks: Look[] = []
  const part = path === undefined ? undefined : parts.get(path)
  if (!part) return looks
  const codes = new Map<number, string>()
  let isInside = false
  await readWhole(part, {
    open(name, attributes) {
      if (codes.size > limits.styles || looks.length > limits.styles) throw damaged()
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') isInside = true
      const id = Number(attributes['numFmtId'] ?? 0)
      if (name === 'xf' && isInside) looks.push(lookOf(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isInside = false
    },
  })
  return looks
}

interface Target {
  type: string
  path: string
}

/** The parts that a part refers to within the file; external targets are ignored. */
async function targetsOf(parts: Parts, path: string): Promise<Map<string, Target>> {
  const targets = new Map<string, Target>()
  const { dir, base } = posix.parse(path)
  const part = parts.get(posix.join(dir, '_rels', `${base}.rels`))
  if (!part) return targets
  await readWhole(part, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return
      const target = attributes['Target'] ?? ''
      const type = posix.basename(attributes['Type'] ?? '')
      targets.set(attributes['Id'] ?? '', {
        type,
        path: posix.join('/', target.startsWith('/') ? '' : dir, target).slice(1),
      })
    },
  })
  return targets
}

/** Converts "AB12" to column 27; undefined if it names no column. */
function columnOf(reference: string): number | undefined {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const code = reference.charCodeAt(at)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column > 0 && column <= 16_384 ? column - 1 : undefined
}

interface Found {
  type: string
  look: Look | undefined
  /** The content of <v>; undefined without one. */
  value: string | undefined
  inline: string
  isFormula: boolean
}

const notWorkedOut: Cell = { fault: messageOf('holds a formula without its result. Paste it as a value') }

function cellOf({ type, look, value, inline, isFormula }: Found, { strings, epoch }: Book): Cell {
  if (type === 'inlineStr') return withSigns(inline)
  if (value === undefined || (value === '' && type !== 'str')) return isFormula ? notWorkedOut : null
  if (type === 's') return strings[Number(value)] ?? null
  if (type === 'str') return withSigns(value)
  if (type === 'b') return value === '1' || value === 'true'
  if (type === 'e') return { fault: messageOf('holds the fault {fault}', { fault: value }) }
  if (type === 'd') return { day: value.slice(0, 10) }
  const number = Number(value)
  return Number.isFinite(number) ? numberCell(number, look, epoch, isFormula) : value
}

function areaOf(range: string): number {
  // XFD1048576:XFD1048576 is the longest range.
  const [from = '', to = from] = range.slice(0, 21).split(':')
  const width = (columnOf(to) ?? 0) - (columnOf(from) ?? 0) + 1
  return width * (Number(/\d+$/.exec(to)?.[0] ?? 0) - Number(/\d+$/.exec(from)?.[0] ?? 0) + 1)
}

const widestMerge = 1_000_000

/** Collects the content of a cell. */
function cellReader(book: Book) {
  let found: Found | undefined
  let inside: 'value' | 'inline' | undefined
  let isAside = false
  return {
    start(attributes: Attributes) {
      const look = book.looks[Number(attributes['s'] ?? -1)]
      found = { type: attributes['t'] ?? 'n', look, value: undefined, inline: '', isFormula: false }
    },
    open(name: string) {
      if (!found) return
      if (name === 'f') found.isFormula = true
      if (name === 'rPh') isAside = true
      if (name === 'v') found.value = ''
      inside = name === 'v' ? 'value' : name === 't' && !isAside ? 'inline' : undefined
    },
    text(piece: string) {
      if (!found || !inside) return
      if (inside === 'inline' && found.inline.length < cellLimit) found.inline += piece
      if (inside === 'value' && (found.value?.length ?? 0) < cellLimit) found.value += piece
    },
    close(name: string) {
      inside = undefined
      if (name === 'rPh') isAside = false
    },
    /** Returns the cell at its end tag. */
    end(): Cell {
      const cell = found ? cellOf(found, book) : null
      found = undefined
      return cell
    },
  }
}

/** Collects the rows of a sheet's XML in `ready`. */
function rowReader(book: Book, ready: Row[]): Reader {
  const reader = cellReader(book)
  let [number, column] = [0, -1]
  let cells: Cell[] = []

  function openRow(attributes: Attributes) {
    const next = Number(attributes['r'] ?? number + 1)
    // Rows with equal numbers or out of order mean that nothing in the file is reliable.
    if (!(Number.isInteger(next) && next > number && next <= limits.rows)) throw damaged()
    number = next
    cells = []
    column = -1
  }
  function openCell(attributes: Attributes) {
    const reference = attributes['r']
    const named = reference === undefined ? column + 1 : columnOf(reference)
    if (named === undefined) throw damaged()
    column = named
    reader.start(attributes)
  }

  return {
    open(name, attributes) {
      if (name === 'row') openRow(attributes)
      else if (name === 'c') openCell(attributes)
      else reader.open(name)
      if (name === 'mergeCell' && areaOf(attributes['ref'] ?? '') > widestMerge)
        throw new SheetFault('One merged cell covers the whole sheet.')
    },
    text: reader.text,
    close(name) {
      reader.close(name)
      if (name === 'c') put(cells, column, reader.end())
      if (name === 'row') ready.push({ number, cells })
    },
  }
}

async function* rowsOf(parts: Parts, path: string, book: Book): AsyncGenerator<Row[]> {
  const part = parts.get(path)
  if (!part) throw damaged()
  const ready: Row[] = []
  for await (const _ of reading(part, rowReader(book, ready))) yield ready.splice(0)
}

/** Throws 415 for a zip file that is another kind of workbook. */
function refuseOthers(parts: Parts): void {
  if (parts.has('content.xml'))
    throw notASheet('Only CSV or Excel files are allowed. Please save the OpenDocument sheet as .xlsx.')
  if (parts.has('xl/workbook.bin'))
    throw notASheet('Only CSV or Excel files are allowed. Please save the .xlsb workbook as .xlsx.')
}

/** Opens an XLSX workbook and returns its sheets. Throws 400 or 415. */
export async function openXlsx(bytes: Uint8Array): Promise<Reading[]> {
  const parts = await partsOf(bytes)
  refuseOthers(parts)
  const roots = await targetsOf(parts, '')
  const path = [...roots.values()].find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  const workbook = parts.get(path)
  if (!workbook || !path.startsWith('xl/')) throw notASheet()
  const targets = await targetsOf(parts, path)
  const only = (wanted: string) => [...targets.values()].find(({ type }) => type === wanted)?.path
  const sheets: { name: string; path: string }[] = []
  let epoch: Book['epoch'] = 1900
  await readWhole(workbook, {
    open(element, attributes) {
      if (element === 'workbookPr' && ['1', 'true'].includes(attributes['date1904'] ?? '')) epoch = 1904
      const target = element === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined
      if (target?.type === 'worksheet') sheets.push({ name: attributes['name'] ?? '', path: target.path })
      if (sheets.length > limits.sheets)
        throw new SheetFault(messageOf('The workbook has more than {max} sheets.', { max: limits.sheets }))
    },
  })
  const book: Book = {
    strings: await stringsOf(parts, only('sharedStrings')),
    looks: await looksOf(parts, only('styles')),
    epoch,
  }
  return sheets.map((sheet) => ({ name: sheet.name, epoch: book.epoch, rows: () => rowsOf(parts, sheet.path, book) }))
}
