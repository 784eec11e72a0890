import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openTurns } from '../turns.ts'

/** What is to be drawn: the two pictures of a document that is a file here, or that of a person, from what they sent. */
export type DrawingOrder = { document: string } | { person: Uint8Array }

/** What the process that draws answers. */
export interface Drawing {
  /** Null of what cannot be drawn. */
  pictures: Uint8Array[] | null
  /** The process has taken so much memory that it ends with this answer. */
  isLast: boolean
}

/** The longest that one order may take, in milliseconds: longer than the drawing itself may, and the start of its process. */
const patience = 30_000
/** How long the process waits for another order, in milliseconds. */
const idle = 3_000

/** The process that draws ended before it had an answer: it crashed, took too long or too much memory, or was ended. */
export class DrawingEnded extends Error {
  /** Whether there was a process at all: where none could be started, nothing is known of the image. */
  readonly wasStarted: boolean
  constructor(wasStarted: boolean, cause: unknown) {
    super('The process that draws pictures ended early.', { cause })
    this.wasStarted = wasStarted
  }
}

let drawer: ChildProcess | undefined
let leaving: NodeJS.Timeout | undefined

function startDrawer(): ChildProcess {
  const started = fork(new URL('./picture-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    // It is told nothing of the installation: what it opens may be made to take it over.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.on('exit', () => forget(started))
  // Whoever has asked it something hears of it.
  started.on('error', () => forget(started))
  return started
}

function forget(one: ChildProcess): void {
  if (drawer === one) drawer = undefined
}

/** Ends the process that draws, whatever it is at. */
export function endDrawing(): void {
  clearTimeout(leaving)
  drawer?.kill('SIGKILL')
  drawer = undefined
}

/** What the process answers to an order. Throws DrawingEnded when there will be no answer. */
async function answerOf(asked: ChildProcess, order: DrawingOrder, signal: AbortSignal): Promise<Drawing> {
  const settled = new AbortController()
  const until = { signal: AbortSignal.any([signal, settled.signal]) }
  try {
    const answer = once(asked, 'message', until)
    const end = once(asked, 'exit', until).then(() => Promise.reject(new Error('no answer')))
    if (!signal.aborted) asked.send(order)
    const [drawing] = await Promise.race([answer, end])
    return drawing as Drawing
  } catch (error) {
    throw new DrawingEnded(asked.pid !== undefined, error)
  } finally {
    settled.abort()
  }
}

async function ask(order: DrawingOrder, signal: AbortSignal): Promise<Drawing> {
  clearTimeout(leaving)
  const asked = (drawer ??= startDrawer())
  asked.ref()
  asked.channel?.ref()
  try {
    const drawing = await answerOf(asked, order, signal)
    if (drawing.isLast) forget(asked)
    return drawing
  } catch (error) {
    asked.kill('SIGKILL')
    forget(asked)
    throw error
  } finally {
    // It keeps nobody from ending who would.
    asked.unref()
    asked.channel?.unref()
    leaving = setTimeout(endDrawing, idle).unref()
  }
}

const turns = openTurns({
  ofParty: 10,
  inAll: 60,
  tooMany: 'Many images arrive at this moment. Please try again.',
})

const never = new AbortController().signal

/**
 * Draws in a process of its own, one order after the other in the whole server, the parties in turn. The process ends when
 * nothing was asked of it for a while, and where it has taken much memory, at once. Null for what cannot be drawn. Throws 429
 * or 503 when too much waits, DrawingEnded when the process ended before its time, and when the signal has it end.
 */
export const draw = (party: string, order: DrawingOrder, signal = never): Promise<Uint8Array[] | null> =>
  turns.take(party, async () => {
    const { pictures } = await ask(order, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
    return pictures
  })
