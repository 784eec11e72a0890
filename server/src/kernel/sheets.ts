import { Worker } from 'node:worker_threads'
import { isSheetFile, onlySheets } from '@plinth/api/kernel/sheet-files'
import { AppError, invalid, type RefusalCode } from './errors.ts'

/**
 * How many decimals a cell shows of a number that has more; 'unsaid' of a formula's result whose format says nothing of
 * decimals, so that nobody chose them.
 */
export type ShownDecimals = number | 'unsaid'

/**
 * What a cell of a sheet holds: a text, a number, a yes or no, nothing; a number that is not what its cell shows; a number
 * shown as so many per cent (5 for 5%); a day as YYYY-MM-DD; or why there is no value: the sheet's own fault such as #REF!,
 * or a formula nobody worked out.
 */
export type Cell =
  | null
  | string
  | number
  | boolean
  | { number: number; shown: ShownDecimals }
  | { percent: number; shown?: ShownDecimals }
  | { day: string }
  | { fault: string }

/** A row under the number that a spreadsheet shows beside it. */
export interface Row {
  number: number
  cells: readonly Cell[]
}

/** One way to read a file: a sheet of a workbook, or a text by one delimiter. */
export interface Reading {
  name: string
  /** Where a workbook begins to count days. */
  epoch?: Epoch
  /** From the first row on, in blocks, however often it is asked for. */
  rows(): AsyncIterable<Row[]> | Iterable<Row[]>
}

/**
 * The rules of a slice, exported as `rules` by a module of their own: they are loaded where the sheet is read, and see
 * nothing else.
 */
export interface Judge<Facts, Judged> {
  /** How many of a row's cells are headings; 0 where it cannot be the row of headings. */
  headingsIn(row: Row): number
  /** What is said of a file without a row of headings. */
  noHeadings: string
  /**
   * Set where the beginning of a file is wanted and nothing else: its first rows that hold something, the first of them
   * as the row of headings and the others judged; `maxRows` is where reading stops, and wide rows are no fault.
   */
  readsBeginning?: true
  /**
   * Takes the row of headings. Throws a SheetFault when it cannot be worked with. `look` is shown every row before the first
   * is judged: what the whole file tells of each.
   */
  begin(headings: Row, epoch: Epoch): { facts: Facts; look?: (row: Row) => void; judge: (row: Row) => Judged }
}

/** A file that cannot be read, and why. */
export class SheetFault extends Error {
  readonly status: 400 | 413 | 415
  constructor(message: string, status: 400 | 413 | 415 = 400) {
    super(message)
    this.status = status
  }
}
/** A file of another kind; `advice` says what to do with one that comes near. */
export const notASheet = (advice = '') => new SheetFault(`${onlySheets} ${advice}`.trimEnd(), 415)
export const damaged = () => new SheetFault('The file is damaged: it cannot be read to its end.')

const columnLimit = 200
/** More than any field takes: what is longer is cut, and is a fault all the same. */
export const cellLimit = 100_000

/** A for 0, Z for 25, AA for 26. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

export const isEmptyCell = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** A row's cells, given as they are found. Of what lies too far to the right nothing is kept but that it is there. */
export function put(cells: Cell[], column: number, cell: Cell): void {
  if (isEmptyCell(cell)) return
  const at = Math.min(column, columnLimit)
  while (cells.length < at) cells.push(null)
  cells[at] = at < columnLimit ? cell : { fault: columnLetter(column) }
}

/** Throws when a cell of the row lies too far to the right. */
export function requireNarrow({ cells }: Row): void {
  const beyond = cells[columnLimit]
  if (typeof beyond === 'object' && beyond && 'fault' in beyond)
    throw new SheetFault(`There is a cell in column ${beyond.fault}: at most ${columnLimit} columns are read.`)
}

const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
export type Epoch = keyof typeof epochs
const dayLength = 86_400_000

/** A spreadsheet's number of a day as that day; as the number it is when it is none, such as a time of day. */
export function dayOfSerial(serial: number, epoch: Epoch): Cell {
  const days = Math.floor(serial)
  if (days < (epoch === 1900 ? 1 : 0) || days > 2_958_465) return serial
  // Spreadsheets take 1900 for a leap year.
  const shift = epoch === 1900 && days < 60 ? 1 : 0
  return { day: new Date(epochs[epoch] + (days + shift) * dayLength).toISOString().slice(0, 10) }
}

/** Spreadsheets take no longer one. */
const longestFormat = 255

const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const

/** How a number format shows a number. */
export interface Look {
  as: 'day' | 'percent' | 'number'
  /** Undefined where it says nothing of them. */
  decimals?: number
}

/** The formats that have an id alone, by the decimals that they show. */
const decimalsOf: Readonly<Record<number, number>> = {
  ...Object.fromEntries([1, 3, 5, 6, 9, 37, 38, 41, 42].map((id) => [id, 0])),
  ...Object.fromEntries([2, 4, 7, 8, 10, 39, 40, 43, 44].map((id) => [id, 2])),
}

const withDecimals = (as: Look['as'], decimals: number | undefined): Look =>
  decimals === undefined ? { as } : { as, decimals }

/** The decimals of a format's code without its texts; undefined for fractions, exponents, and numbers shown in thousands. */
function decimalsIn(shown: string): number | undefined {
  const figures = /[0#?][0#?,]*(?:\.([0#?]*))?/.exec(shown)
  if (!figures || /[/eE]/.test(shown) || /[0#?.],+(?![0#?,])/.test(shown)) return undefined
  return figures[1]?.length ?? 0
}

/** What a number format, by its id or its own code, makes of a number. */
export function lookOf(id: number, code: string | undefined): Look {
  if (code === undefined) {
    if (dateFormats.some(([from, to]) => id >= from && id <= to)) return { as: 'day' }
    return withDecimals(id === 9 || id === 10 ? 'percent' : 'number', decimalsOf[id])
  }
  const [shown = ''] = code
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
    .split(';')
  if (/general/i.test(shown)) return { as: 'number' }
  if (shown.includes('%')) return withDecimals('percent', decimalsIn(shown))
  return /[dmyhs]/i.test(shown) ? { as: 'day' } : withDecimals('number', decimalsIn(shown))
}

/** 15 digits are what a spreadsheet keeps of a number: what lies behind is noise. */
export const withoutNoise = (value: number) => Number(value.toPrecision(15))

/** Half of the last decimal is rounded away from nothing, as spreadsheets do it. */
export function rounded(value: number, decimals: number): number {
  const unit = 10 ** decimals
  const units = Math.round(withoutNoise(Math.abs(value) * unit))
  return units === 0 ? 0 : (Math.sign(value) * units) / unit
}

/** A number as the sheet means it. */
export function numberCell(value: number, look: Look | undefined, epoch: Epoch, isResult: boolean): Cell {
  if (look?.as === 'day') return dayOfSerial(value, epoch)
  const isPercent = look?.as === 'percent'
  const number = isPercent ? withoutNoise(value * 100) : value
  const unsaid = isResult && !Number.isInteger(number) ? 'unsaid' : undefined
  const shown = look?.decimals === undefined || Math.abs(number) >= 1e15 ? unsaid : look.decimals
  const isHidden = shown === 'unsaid' || (shown !== undefined && rounded(number, shown) !== withoutNoise(number))
  if (isPercent) return isHidden ? { percent: number, shown } : { percent: number }
  return isHidden ? { number, shown } : number
}

/** What the thread that reads a file is told. */
export interface Order {
  bytes: Uint8Array<ArrayBuffer>
  judge: string
  maxRows: number
}

interface Opened<Facts> {
  /** The sheet that is read, where the file has several that hold something. */
  sheet: string | null
  /** Rows below the headings that hold something. */
  rows: number
  facts: Facts
}

/** What that thread answers, each time it is asked. */
export type WorkerAnswer<Facts, Judged> =
  | { refused: { status: number; message: string } }
  | { opened: Opened<Facts> }
  | { batch: Judged[] }
  | { done: true }

/** The longest that one answer may take; a file of the largest size is opened in a fraction of it. */
const patience = 20_000
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

const tooHeavy = () => new AppError(400, 'invalid', 'The file takes too much memory to read. Please split it.')
const tooSlow = () => new AppError(400, 'invalid', 'The file takes too long to read. Please split it.')

function outOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

/** A thread that answers one question at a time, and is given up when it takes too long or too much memory. */
function reader<Facts, Judged>(order: Order) {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: order,
    transferList: [order.bytes.buffer],
    resourceLimits: memory,
    execArgv: [],
  })
  let over: Error | undefined
  let settle: { resolve: (answer: WorkerAnswer<Facts, Judged>) => void; reject: (error: Error) => void } | undefined
  const fail = (error: Error) => {
    over ??= error
    settle?.reject(over)
  }
  worker.on('message', (answer: WorkerAnswer<Facts, Judged>) => settle?.resolve(answer))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy() : error),
  )
  worker.on('exit', () => fail(new Error('the reading of a sheet ended early')))

  async function ask(): Promise<WorkerAnswer<Facts, Judged>> {
    if (over) throw over
    const timer = setTimeout(() => fail(tooSlow()), patience)
    try {
      return await new Promise((resolve, reject) => {
        settle = { resolve, reject }
        worker.postMessage('next')
      })
    } finally {
      clearTimeout(timer)
      settle = undefined
    }
  }
  return { ask, close: () => worker.terminate() }
}

/**
 * Opens a CSV, XLSX or XLS file, told by its content, in a thread of its own: nothing that the file holds can keep
 * others waiting or use up their memory. It is read twice: when this returns, the whole file is known to be sound and
 * to have at most `maxRows` rows. `judge` is the file of the slice's rules. Throws 400, 413 or 415 with a sentence.
 */
export async function openSheet<Facts, Judged>(bytes: Uint8Array, judge: URL, maxRows: number) {
  if (bytes.length === 0) throw invalid([{ path: 'file', message: 'is empty' }])
  const { ask, close } = reader<Facts, Judged>({ bytes: outOf(bytes), judge: judge.href, maxRows })
  async function next() {
    const answer = await ask()
    if (!('refused' in answer)) return answer
    const { status, message } = answer.refused
    const codes: Record<number, RefusalCode> = { 413: 'too_large', 415: 'unsupported_type' }
    throw new AppError(status, codes[status] ?? 'invalid', message)
  }
  try {
    const answer = await next()
    if (!('opened' in answer)) throw new Error('a sheet was read before it was opened')
    return {
      ...answer.opened,
      /** Every row, judged, in batches; one is read ahead while another is worked on. */
      async *batches(): AsyncGenerator<Judged[]> {
        for (let given = await next(); 'batch' in given; given = await next()) yield given.batch
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A file as somebody sent it. */
export interface SentFile {
  name: string
  /** The media type, as the sender has it. */
  type: string
  bytes: Uint8Array
}

/** Opens a file that was sent to be taken in: a sheet by its name, too. Throws as `openSheet` does. */
export async function openSent<Facts, Judged>(file: SentFile, judge: URL, maxRows: number) {
  if (!isSheetFile(file)) throw new AppError(415, 'unsupported_type', onlySheets)
  return openSheet<Facts, Judged>(file.bytes, judge, maxRows)
}
