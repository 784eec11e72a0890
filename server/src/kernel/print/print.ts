import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Message } from '@plinth/api/kernel/messages'
import { AppError } from '../errors.ts'
import { openTurns } from '../turns.ts'
import type { WordOrder } from './word-files.ts'

/** What is to be done: a PDF of a template, a Word document on a letterhead or on our own base, the cleaning of an uploaded letterhead. */
export type PrintOrder = { template: string; data: string } | WordOrder | { letterhead: Uint8Array }

/** What comes of an order: `fault` is one of ours, `refused` one of the file that was sent. */
export type PrintOutcome = { bytes: Uint8Array } | { refused: Message } | { fault: string }

/** What the process that prints answers. */
export interface PrintAnswer {
  outcome: PrintOutcome
  /** The process has taken so much memory that it ends with this answer. */
  isLast: boolean
}

/** The longest that one order may take, in milliseconds, the start of its process included. */
const patience = 10_000
/** How long the process waits for another order, in milliseconds: letters are read, changed and printed again. */
const idle = 60_000

let printer: ChildProcess | undefined
let leaving: NodeJS.Timeout | undefined

/** A proxy that nobody answers at: Typst would fetch packages that a template names. */
const nowhere = 'http://127.0.0.1:1'

function startPrinter(): ChildProcess {
  const started = fork(new URL('./print-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // It is told nothing of the installation: what it opens may be made to take it over.
    env: { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere },
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.on('exit', () => forget(started))
  // Whoever has asked it something hears of it.
  started.on('error', () => forget(started))
  return started
}

function forget(one: ChildProcess): void {
  if (printer === one) printer = undefined
}

/** Ends the process that prints, whatever it is at. */
export function endPrinting(): void {
  clearTimeout(leaving)
  printer?.kill('SIGKILL')
  printer = undefined
}

const notPrinted = () =>
  new AppError(503, 'unavailable', 'The page could not be printed: it took too long or too much memory.', {
    retryAfter: 5,
  })

/** What the process answers. Throws when there will be no answer. */
async function answerOf(asked: ChildProcess, order: PrintOrder): Promise<PrintAnswer> {
  const settled = new AbortController()
  const until = { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(patience)]) }
  try {
    const answer = once(asked, 'message', until)
    const end = once(asked, 'exit', until).then(() => Promise.reject(new Error('no answer')))
    asked.send(order)
    const [given] = await Promise.race([answer, end])
    return given as PrintAnswer
  } finally {
    settled.abort()
  }
}

async function ask(order: PrintOrder): Promise<PrintOutcome> {
  clearTimeout(leaving)
  const asked = (printer ??= startPrinter())
  asked.ref()
  asked.channel?.ref()
  try {
    const { outcome, isLast } = await answerOf(asked, order)
    if (isLast) forget(asked)
    return outcome
  } catch {
    asked.kill('SIGKILL')
    forget(asked)
    throw notPrinted()
  } finally {
    // It keeps nobody from ending who would.
    asked.unref()
    asked.channel?.unref()
    leaving = setTimeout(endPrinting, idle).unref()
  }
}

const turns = openTurns({
  ofParty: 10,
  inAll: 60,
  tooMany: 'Many pages are printed at this moment. Please try again.',
})

/**
 * Has the process that prints do it, one order after the other in the whole server, the parties in turn: a party is a company.
 * Throws 400 with a sentence for a file that is refused, 429 or 503 when too much waits, and 503 where the order took more
 * than ten seconds or 512 MB: the process has ended then, and the next order has another.
 */
export async function printed(party: string, order: PrintOrder): Promise<Buffer> {
  const outcome = await turns.take(party, () => ask(order))
  if ('refused' in outcome) throw new AppError(400, 'invalid', outcome.refused)
  if ('fault' in outcome) throw new Error(outcome.fault)
  const { buffer, byteOffset, byteLength } = outcome.bytes
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * A page as PDF: `template` is a Typst file beside what prints it, which finds the data as `json(bytes(sys.inputs.data))`;
 * texts of the data stay texts, whatever stands in them. The template reads no other file, fetches no package, and has the
 * letters of Noto Sans, regular and bold. Throws as `printed` does.
 */
export const printPdf = async (party: string, template: URL, data: unknown): Promise<Buffer> =>
  printed(party, { template: await readFile(template, 'utf8'), data: JSON.stringify(data) })
