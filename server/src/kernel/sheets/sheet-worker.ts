import { parentPort } from 'node:worker_threads'
import { messageOf } from '@plinth/api/kernel/messages'
import Papa from 'papaparse'
import { unguarded } from './sheet-cells.ts'
import {
  type Cell,
  cellLimit,
  isEmptyCell,
  notASheet,
  put,
  type Row,
  requireNarrow,
  SheetFault,
} from './sheet-values.ts'
import { openXls } from './sheet-xls.ts'
import { openXlsx } from './sheet-xlsx.ts'
import { type Judge, type Order, type Reading, type WholeJudge, type WorkerAnswer } from './sheets.ts'

/** The headings are in one of the first rows; titles may stand above them. */
const usualHeadingRows = 20
const batchSize = 500

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

const signatures = ['%PDF', '{\\rtf']

const isOdd = (code: number) => (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127

/** The share of characters that no text contains. */
function oddShare(text: string): number {
  const start = text.slice(0, 65_536)
  let odd = 0
  for (let at = 0; at < start.length; at += 1) if (isOdd(start.charCodeAt(at))) odd += 1
  return odd / start.length
}

function decoded(bytes: Uint8Array): { text: string; tolerated: number } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), tolerated: 0.3 }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), tolerated: 0.3 }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), tolerated: 0.3 }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), tolerated: 0.02 }
  }
}

/** Decodes a file as UTF-8, UTF-16 with a byte order mark, or Windows-1252. Throws 415 for a file that is no text. */
function textOf(bytes: Uint8Array): string {
  const { text, tolerated } = decoded(bytes)
  const start = text.trimStart()
  if (start.startsWith('<'))
    throw new SheetFault('This is a web page, not a sheet. Open it in a spreadsheet program and save it as .xlsx.', 415)
  if (signatures.some((signature) => start.startsWith(signature)) || oddShare(text) > tolerated) throw notASheet()
  return text
}

/** How many characters are parsed at once; the number is doubled for a longer record. */
const pieceLength = 262_144

const unbalanced = (line: number) =>
  new SheetFault(
    messageOf('A quotation mark is opened in the row that begins on line {line}, and never closed.', { line }),
  )

function rowOf(number: number, texts: readonly string[]): Row {
  const cells: Cell[] = []
  for (const [column, text] of texts.entries()) put(cells, column, unguarded(text.slice(0, cellLimit)))
  return { number, cells }
}

type Newline = '\r\n' | '\n' | '\r'
/** The line end of a text: the first one outside quoted cells. */
const newlineOf = (text: string) =>
  (/\r\n|\n|\r/.exec(text.slice(0, pieceLength).replaceAll(/"[^"]*"/g, ''))?.[0] ?? '\n') as Newline

/** The records of a text by one delimiter. Each is one row, however many lines it has, as in a spreadsheet. */
function* records(text: string, kind: { delimiter: string; newline: Newline }): Generator<Row[]> {
  let number = 0
  for (let at = 0, length = pieceLength; at < text.length; ) {
    const piece = text.slice(at, at + length)
    const isLast = at + length >= text.length
    const { data, errors, meta }: Papa.ParseResult<string[]> = new Papa.Parser(kind).parse(piece, 0, !isLast)
    // Without this check, an unclosed quotation mark would swallow the rows behind it. A fault in rows that are parsed
    // again does not count yet.
    const fault = errors.find(({ row = 0 }) => isLast || row < data.length)
    if (fault) {
      const sound = fault.row ? new Papa.Parser({ ...kind, preview: fault.row }).parse(piece, 0, true).meta.cursor : 0
      throw unbalanced(text.slice(0, at + sound).split(kind.newline).length)
    }
    at += meta.cursor
    length = data.length > 0 ? pieceLength : length * 2
    yield data.map((texts) => rowOf((number += 1), texts))
  }
}

/** Returns one reading of a text for each possible delimiter. */
function openCsv(text: string): Reading[] {
  const newline = newlineOf(text)
  return [',', ';', '\t', '|'].map((delimiter) => ({ name: '', rows: () => records(text, { delimiter, newline }) }))
}

interface File {
  readings: Reading[]
  /** Each reading is a sheet of a workbook, not one text read with several delimiters. */
  isWorkbook: boolean
}

async function open(bytes: Uint8Array): Promise<File> {
  if (startsWith(bytes, 0x50, 0x4b)) return { readings: await openXlsx(bytes), isWorkbook: true }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { readings: openXls(bytes), isWorkbook: true }
  return { readings: openCsv(textOf(bytes)), isWorkbook: false }
}

const holdsNothing = () => new SheetFault('The file holds nothing.')
const isFilled = ({ cells }: Row) => cells.some((cell) => !isEmptyCell(cell))

interface Start {
  reading: Reading
  headings: Row | undefined
  known: number
  isFilled: boolean
}

type Headings = Pick<WholeJudge<unknown, unknown>, 'headingsIn' | 'headingRows'>

/**
 * Finds the row of headings: among the first rows, the one with the most headings, because a title may look like one.
 */
async function lookAtStart(start: Start, { headingsIn, headingRows }: Headings): Promise<void> {
  for await (const block of start.reading.rows())
    for (const row of block) {
      requireNarrow(row)
      start.isFilled ||= isFilled(row)
      if (row.number > headingRows && start.isFilled) return
      const known = row.number > headingRows ? 0 : headingsIn(row)
      if (known > start.known) Object.assign(start, { headings: row, known })
    }
}

/** Finds the row of headings of a reading. Faults below it are ignored here; they show when the rows are read. */
async function startOf(reading: Reading, headings: Headings): Promise<Start> {
  const start: Start = { reading, headings: undefined, known: 0, isFilled: false }
  try {
    await lookAtStart(start, headings)
  } catch (error) {
    if (start.known === 0 || !(error instanceof SheetFault)) throw error
  }
  return start
}

type AnyJudge = Judge<unknown, unknown> | WholeJudge<unknown, unknown>

/** Chooses the first sheet with headings, or the delimiter by which a text has the most headings. */
async function choose({ readings, isWorkbook }: File, rules: AnyJudge) {
  const { headingsIn, noHeadings } = rules
  const headingRows = 'headingRows' in rules ? rules.headingRows : usualHeadingRows
  const starts: Start[] = []
  let fault: SheetFault | undefined
  for (const reading of readings) {
    try {
      starts.push(await startOf(reading, { headingsIn, headingRows }))
    } catch (error) {
      // A quotation mark may be misplaced with one delimiter and correct with another.
      if (isWorkbook || !(error instanceof SheetFault)) throw error
      fault ??= error
    }
  }
  const [best] = isWorkbook
    ? starts.filter(({ headings }) => headings)
    : starts.toSorted((one, other) => other.known - one.known)
  if (!starts.some((start) => start.isFilled)) throw fault ?? holdsNothing()
  if (!best?.headings) throw fault ?? new SheetFault(noHeadings)
  const filled = starts.filter((start) => start.isFilled)
  return {
    reading: best.reading,
    headings: best.headings,
    sheet: isWorkbook && filled.length > 1 ? best.reading.name : null,
  }
}

async function* rowsBelow(reading: Reading, headings: Row): AsyncGenerator<Row[]> {
  for await (const block of reading.rows()) {
    for (const row of block) requireNarrow(row)
    yield block.filter((row) => row.number > headings.number && isFilled(row))
  }
}

/** The first rows of a reading that are not empty. */
async function firstRows(reading: Reading, count: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const block of reading.rows()) {
    rows.push(...block.filter(isFilled))
    if (rows.length >= count) break
  }
  return rows.slice(0, count)
}

/** The number of the first row with several cells, and how many it has; by these the delimiter of a text is chosen. */
function spread(rows: readonly Row[]): [row: number, cells: number] {
  const first = rows.find(({ cells }) => cells.filter((cell) => !isEmptyCell(cell)).length > 1)
  return first ? [first.number, first.cells.length] : [Number.POSITIVE_INFINITY, 0]
}

/** Reads the beginning of the first sheet that is not empty, or of a text by its most likely delimiter. */
async function* beginning({ readings, isWorkbook }: File, { begin }: Judge<unknown, unknown>, count: number) {
  let best: { name: string; rows: Row[] } | undefined
  let fault: SheetFault | undefined
  for (const reading of readings) {
    try {
      const rows = await firstRows(reading, count)
      const [row, cells] = spread(rows)
      const [bestRow, bestCells] = spread(best?.rows ?? [])
      const isBetter = !best || row < bestRow || (row === bestRow && cells > bestCells)
      if (rows.length > 0 && isBetter) best = { name: reading.name, rows }
    } catch (error) {
      if (isWorkbook || !(error instanceof SheetFault)) throw error
      fault ??= error
    }
    if (isWorkbook && best) break
  }
  const [headings, ...rest] = best?.rows ?? []
  if (!best || !headings) throw fault ?? holdsNothing()
  const { facts, judge } = begin(headings, 1900)
  const sheet = isWorkbook && readings.length > 1 ? best.name : null
  yield { opened: { sheet, rows: rest.length, facts } }
  yield { batch: rest.map(judge) }
  yield { done: true as const }
}

function requireAtMost(maxRows: number, rows: number): void {
  if (rows > maxRows)
    throw new SheetFault(
      messageOf('The sheet has more than {max} rows. Please split it.', { max: maxRows.toLocaleString('en-IN') }),
    )
}

/** Reads all rows of a sheet and judges them together. */
async function* together(file: File, rules: WholeJudge<unknown, unknown>, maxRows: number) {
  const { reading, sheet } = await choose(file, rules)
  const rows: Row[] = []
  for await (const block of reading.rows()) {
    block.forEach(requireNarrow)
    rows.push(...block.filter(isFilled))
    requireAtMost(maxRows, rows.length)
  }
  const { facts, judged } = rules.judgeAll(rows, reading.epoch ?? 1900)
  yield { opened: { sheet, rows: rows.length, facts } }
  for (let at = 0; at < judged.length; at += batchSize) yield { batch: judged.slice(at, at + batchSize) }
  yield { done: true as const }
}

async function* answers({ bytes, judge: href, maxRows }: Order): AsyncGenerator<WorkerAnswer<unknown, unknown>> {
  const { rules } = (await import(href)) as { rules: AnyJudge }
  const file = await open(bytes)
  if ('judgeAll' in rules) {
    yield* together(file, rules, maxRows)
    return
  }
  if (rules.readsBeginning) {
    yield* beginning(file, rules, maxRows)
    return
  }
  const { reading, headings, sheet } = await choose(file, rules)
  const { facts, look, judge } = rules.begin(headings, reading.epoch ?? 1900)
  let rows = 0
  for await (const block of rowsBelow(reading, headings)) {
    rows += block.length
    if (look) block.forEach(look)
    requireAtMost(maxRows, rows)
  }
  if (rows === 0) throw new SheetFault('There are headings, but no rows below them.')
  yield { opened: { sheet, rows, facts } }
  let batch: unknown[] = []
  for await (const block of rowsBelow(reading, headings))
    for (const row of block) {
      batch.push(judge(row))
      if (batch.length < batchSize) continue
      yield { batch }
      batch = []
    }
  if (batch.length > 0) yield { batch }
  yield { done: true }
}

const port = parentPort
const messages: ('next' | Order)[] = []
let wake: (() => void) | undefined
port?.on('message', (message: 'next' | Order) => {
  messages.push(message)
  wake?.()
})

async function nextMessage(): Promise<'next' | Order> {
  for (;;) {
    const message = messages.shift()
    if (message !== undefined) return message
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }
}

/** Sends an answer when the main thread asks for it. */
async function send(answer: WorkerAnswer<unknown, unknown>): Promise<void> {
  await nextMessage()
  port?.postMessage(answer)
}

// Files are processed one after the other: each order is answered to its end, or to the fault that ends it.
for (;;) {
  const order = await nextMessage()
  if (order === 'next') throw new Error('no sheet was sent that could be read on')
  try {
    for await (const answer of answers(order)) await send(answer)
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    await send({ refused: { status: error.status, message: error.sentence } })
  }
}
