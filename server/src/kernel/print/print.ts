import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Message } from '@plinth/api/kernel/messages'
import { AppError } from '../errors.ts'
import { openTurns } from '../turns.ts'
import type { WordOrder } from './word-files.ts'

/**
 * An order: a PDF of a template, a Word document on a letterhead or on our own base, or the cleaning of an uploaded
 * letterhead.
 */
export type PrintOrder = { template: string; data: string } | WordOrder | { letterhead: Uint8Array }

/** The outcome of an order: `fault` is an internal fault, `refused` a fault of the uploaded file. */
export type PrintOutcome = { bytes: Uint8Array } | { refused: Message } | { fault: string }

/** The answer of the printing process. */
export interface PrintAnswer {
  outcome: PrintOutcome
  /** The process uses so much memory that it ends after this answer. */
  isLast: boolean
}

/** The longest that one order may take, in milliseconds, including the start of its process. */
const timeoutMs = 10_000
/** How many milliseconds the process stays idle before it ends: letters are read, changed and printed again. */
const idle = 60_000

let printer: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

/** A proxy address where nothing listens, because Typst would download packages that a template names. */
const nowhere = 'http://127.0.0.1:1'

function startPrinter(): ChildProcess {
  const started = fork(new URL('./print-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // The process gets no settings of the installation, because a file that it opens might take it over.
    env: { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere },
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.on('exit', () => forget(started))
  // Whoever waits for an answer sees the error there.
  started.on('error', () => forget(started))
  return started
}

function forget(one: ChildProcess): void {
  if (printer === one) printer = undefined
}

/** Ends the printing process, even while it prints. */
export function endPrinting(): void {
  clearTimeout(idleTimer)
  printer?.kill('SIGKILL')
  printer = undefined
}

const notPrinted = () =>
  new AppError(503, 'unavailable', 'The page could not be printed: it took too long or too much memory.', {
    retryAfter: 5,
  })

/** Sends an order and returns the answer. Throws when there will be no answer. */
async function answerOf(child: ChildProcess, order: PrintOrder): Promise<PrintAnswer> {
  const settled = new AbortController()
  const until = { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(timeoutMs)]) }
  try {
    const answer = once(child, 'message', until)
    const end = once(child, 'exit', until).then(() => Promise.reject(new Error('no answer')))
    child.send(order)
    const [answered] = await Promise.race([answer, end])
    return answered as PrintAnswer
  } finally {
    settled.abort()
  }
}

async function ask(order: PrintOrder): Promise<PrintOutcome> {
  clearTimeout(idleTimer)
  const child = (printer ??= startPrinter())
  child.ref()
  child.channel?.ref()
  try {
    const { outcome, isLast } = await answerOf(child, order)
    if (isLast) forget(child)
    return outcome
  } catch {
    child.kill('SIGKILL')
    forget(child)
    throw notPrinted()
  } finally {
    // The idle process must not keep this process alive.
    child.unref()
    child.channel?.unref()
    idleTimer = setTimeout(endPrinting, idle).unref()
  }
}

const turns = openTurns({
  ofParty: 10,
  inAll: 60,
  tooMany: 'Many pages are printed at this moment. Please try again.',
})

/**
 * Runs an order in the printing process, one order at a time for the whole server; the parties, which are companies,
 * take turns. Throws 400 with a sentence for a file that is refused, 429 or 503 when too many orders wait, and 503 when
 * the order took more than ten seconds or 512 MB: then the process has ended, and the next order gets a new one.
 */
export async function runPrintOrder(party: string, order: PrintOrder): Promise<Buffer> {
  const outcome = await turns.take(party, () => ask(order))
  if ('refused' in outcome) throw new AppError(400, 'invalid', outcome.refused)
  if ('fault' in outcome) throw new Error(outcome.fault)
  const { buffer, byteOffset, byteLength } = outcome.bytes
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * A page as PDF. `template` is a Typst file, which reads the data as `json(bytes(sys.inputs.data))`; texts of the data
 * stay texts, whatever they contain. The template can read no other file and download no package, and has the fonts
 * Noto Sans regular and bold. Throws like `runPrintOrder`.
 */
export const printPdf = async (party: string, template: URL, data: unknown): Promise<Buffer> =>
  runPrintOrder(party, { template: await readFile(template, 'utf8'), data: JSON.stringify(data) })
