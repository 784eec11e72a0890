import { Worker } from 'node:worker_threads'
import type { Message } from '@plinth/api/kernel/messages'
import { isSheetFile, onlySheets } from '@plinth/api/kernel/sheet-files'
import { AppError, invalid, type RefusalCode } from '../errors.ts'
import { type Epoch } from './sheet-numbers.ts'
import { type Row } from './sheet-values.ts'

/** One way to read a file: a sheet of a workbook, or a text by one delimiter. */
export interface Reading {
  name: string
  /** The day from which a workbook counts days. */
  epoch?: Epoch
  /** All rows in blocks; may be called more than once. */
  rows(): AsyncIterable<Row[]> | Iterable<Row[]>
}

/**
 * The rules of a slice for a sheet, exported as `rules` by a module of their own, because they are loaded in the thread
 * that reads the sheet.
 */
export interface Judge<Facts, Judged> {
  /** How many of a row's cells are headings; 0 if it cannot be the row of headings. */
  headingsIn(row: Row): number
  /** The refusal of a file without a row of headings. */
  noHeadings: Message
  /**
   * Set if only the beginning of a file is read: its first rows that are not empty, the first of them as headings; the
   * others are judged. Reading stops after `maxRows` rows, and wide rows are no fault.
   */
  readsBeginning?: true
  /**
   * Takes the row of headings. Throws a SheetFault when they cannot be used. `look` is called with every row before the
   * first row is judged, for rules that depend on the whole file.
   */
  begin(headings: Row, epoch: Epoch): { facts: Facts; look?: (row: Row) => void; judge: (row: Row) => Judged }
}

/** The rules of a sheet whose rows are judged together; exported as `rules` like a Judge. */
export interface WholeJudge<Facts, Judged> extends Pick<Judge<Facts, Judged>, 'headingsIn' | 'noHeadings'> {
  /** How many of the first rows may be the row of headings. */
  headingRows: number
  /** Takes every row that is not empty, including the headings and the rows above them. Throws a SheetFault. */
  judgeAll(rows: Row[], epoch: Epoch): { facts: Facts; judged: Judged[] }
}

/** The order to the thread that reads a file. */
export interface Order {
  bytes: Uint8Array<ArrayBuffer>
  judge: string
  maxRows: number
}

interface Opened<Facts> {
  /** The sheet that is read; null unless several sheets of the file are not empty. */
  sheet: string | null
  /** Rows below the headings that are not empty; if rows are judged together, all of them. */
  rows: number
  facts: Facts
}

/** The answers of that thread, one for each request. */
export type WorkerAnswer<Facts, Judged> =
  | { refused: { status: number; message: Message } }
  | { opened: Opened<Facts> }
  | { batch: Judged[] }
  | { done: true }

/** The longest that one answer may take, in milliseconds; opening a file of the largest size takes a fraction of it. */
const timeoutMs = 20_000
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 }

const tooHeavy = () => new AppError(400, 'invalid', 'The file takes too much memory to read. Please split it.')
const tooSlow = () => new AppError(400, 'invalid', 'The file takes too long to read. Please split it.')

function outOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

/**
 * How many milliseconds an idle thread waits for the next file, because starting another costs more than reading most
 * files.
 */
const idleMs = 10_000
const idleWorkers = new Set<Worker>()

function newWorker(): Worker {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { resourceLimits: memory, execArgv: [] })
  // The user of a worker has its own listeners; an idle worker's end needs none.
  worker.on('error', () => {})
  worker.on('exit', () => idleWorkers.delete(worker))
  return worker
}

function acquire(): Worker {
  const [idle] = idleWorkers
  if (!idle) return newWorker()
  idleWorkers.delete(idle)
  idle.ref()
  return idle
}

function release(worker: Worker): void {
  // An idle worker must not keep the process alive.
  worker.unref()
  idleWorkers.add(worker)
  setTimeout(() => idleWorkers.delete(worker) && void worker.terminate(), idleMs).unref()
}

/** A thread that answers one request at a time; it is ended when it takes too long or too much memory. */
function reader<Facts, Judged>(order: Order) {
  const worker = acquire()
  let over: Error | undefined
  let isDone = false
  let settle: { resolve: (answer: WorkerAnswer<Facts, Judged>) => void; reject: (error: Error) => void } | undefined
  const fail = (error: Error) => {
    over ??= error
    settle?.reject(over)
  }
  const onMessage = (answer: WorkerAnswer<Facts, Judged>) => {
    isDone = 'done' in answer || 'refused' in answer
    settle?.resolve(answer)
  }
  const onError = (error: NodeJS.ErrnoException) => fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy() : error)
  const onExit = () => fail(new Error('the reading of a sheet ended early'))
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  worker.postMessage(order, [order.bytes.buffer])

  async function ask(): Promise<WorkerAnswer<Facts, Judged>> {
    if (over) throw over
    const timer = setTimeout(() => fail(tooSlow()), timeoutMs)
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

  async function close(): Promise<void> {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    // An unfinished file may still be processed, so its worker cannot be reused.
    if (isDone && !over) release(worker)
    else await worker.terminate()
  }
  return { ask, close }
}

/**
 * Opens a CSV, XLSX or XLS file, recognised by its content, in a thread of its own, so that no file can block other
 * requests or use up their memory. The file is read twice: when this returns, the whole file is known to be sound and
 * to have at most `maxRows` rows. `judge` is the module of the slice's rules. Throws 400, 413 or 415 with a sentence.
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
      /** Every row, judged, in batches; the next batch is read while one is processed. */
      async *batches(): AsyncGenerator<Judged[]> {
        for (let part = await next(); 'batch' in part; part = await next()) yield part.batch
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A file as it was uploaded. */
export interface SentFile {
  name: string
  /** The media type that the sender declared. */
  type: string
  bytes: Uint8Array
}

/** Opens an uploaded file; its name must be that of a sheet, too. Throws like `openSheet`. */
export async function openSent<Facts, Judged>(file: SentFile, judge: URL, maxRows: number) {
  if (!isSheetFile(file)) throw new AppError(415, 'unsupported_type', onlySheets)
  return openSheet<Facts, Judged>(file.bytes, judge, maxRows)
}
