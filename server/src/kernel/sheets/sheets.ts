import { Worker } from 'node:worker_threads'
import type { Message } from '@plinth/api/kernel/messages'
import { isSheetFile, onlySheets } from '@plinth/api/kernel/sheet-files'
import { AppError, invalid, type RefusalCode } from '../errors.ts'
import { type Epoch } from './sheet-numbers.ts'
import { type Row } from './sheet-values.ts'

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
  noHeadings: Message
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

/** The rules of a sheet whose rows have a meaning only beside each other; exported as `rules`, as a Judge is. */
export interface WholeJudge<Facts, Judged> extends Pick<Judge<Facts, Judged>, 'headingsIn' | 'noHeadings'> {
  /** The row of headings is one of so many first rows. */
  headingRows: number
  /** Takes every row that holds something, the headings and what stands above them too. Throws a SheetFault. */
  judgeAll(rows: Row[], epoch: Epoch): { facts: Facts; judged: Judged[] }
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
  /** Rows below the headings that hold something; of rows that are judged together, all of them. */
  rows: number
  facts: Facts
}

/** What that thread answers, each time it is asked. */
export type WorkerAnswer<Facts, Judged> =
  | { refused: { status: number; said: Message } }
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

/** How long a thread that has read a file waits for the next one: to start another costs more than most files. */
const rest = 10_000
const resting = new Set<Worker>()

function newWorker(): Worker {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { resourceLimits: memory, execArgv: [] })
  // Whoever works with it hears of its end; while it rests nobody need.
  worker.on('error', () => {})
  worker.on('exit', () => resting.delete(worker))
  return worker
}

function rouse(): Worker {
  const [rested] = resting
  if (!rested) return newWorker()
  resting.delete(rested)
  rested.ref()
  return rested
}

function layToRest(worker: Worker): void {
  // A process is not kept from ending by it.
  worker.unref()
  resting.add(worker)
  setTimeout(() => resting.delete(worker) && void worker.terminate(), rest).unref()
}

/** A thread that answers one question at a time, and is given up when it takes too long or too much memory. */
function reader<Facts, Judged>(order: Order) {
  const worker = rouse()
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

  async function close(): Promise<void> {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    // What was not read to its end may be at work still.
    if (isDone && !over) layToRest(worker)
    else await worker.terminate()
  }
  return { ask, close }
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
    const { status, said } = answer.refused
    const codes: Record<number, RefusalCode> = { 413: 'too_large', 415: 'unsupported_type' }
    throw new AppError(status, codes[status] ?? 'invalid', said)
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
