import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openTurns } from '../turns.ts'

/** An order for pictures: the two of a document, which is a file here, or the one of a person, from the upload. */
export type DrawingOrder = { document: string } | { person: Uint8Array }

/** The answer of the drawing process. */
export interface Drawing {
  /** Null for an image that cannot be drawn. */
  pictures: Uint8Array[] | null
  /** The process uses so much memory that it ends after this answer. */
  isLast: boolean
}

/**
 * The longest that one order may take, in milliseconds: more than the drawing and the start of the process may take.
 */
const timeoutMs = 30_000
/** How long the process stays idle before it ends, in milliseconds. */
const idle = 3_000

/** The drawing process ended without an answer: it crashed, took too long or too much memory, or was ended. */
export class DrawingEnded extends Error {
  /** Whether the process was running. If it could not be started, the image is not at fault. */
  readonly wasStarted: boolean
  constructor(wasStarted: boolean, cause: unknown) {
    super('The process that draws pictures ended early.', { cause })
    this.wasStarted = wasStarted
  }
}

let drawer: ChildProcess | undefined
let idleTimer: NodeJS.Timeout | undefined

function startDrawer(): ChildProcess {
  const started = fork(new URL('./picture-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
    // The process gets no settings of the installation, because an uploaded image might take it over.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.on('exit', () => forget(started))
  // Whoever waits for an answer sees the error there.
  started.on('error', () => forget(started))
  return started
}

function forget(one: ChildProcess): void {
  if (drawer === one) drawer = undefined
}

/** Ends the drawing process, even while it draws. */
export function endDrawing(): void {
  clearTimeout(idleTimer)
  drawer?.kill('SIGKILL')
  drawer = undefined
}

/** Sends an order to the process and returns its answer. Throws DrawingEnded when there will be no answer. */
async function answerOf(child: ChildProcess, order: DrawingOrder, signal: AbortSignal): Promise<Drawing> {
  const settled = new AbortController()
  const until = { signal: AbortSignal.any([signal, settled.signal]) }
  try {
    const answer = once(child, 'message', until)
    const end = once(child, 'exit', until).then(() => Promise.reject(new Error('no answer')))
    if (!signal.aborted) child.send(order)
    const [drawing] = await Promise.race([answer, end])
    return drawing as Drawing
  } catch (error) {
    throw new DrawingEnded(child.pid !== undefined, error)
  } finally {
    settled.abort()
  }
}

async function ask(order: DrawingOrder, signal: AbortSignal): Promise<Drawing> {
  clearTimeout(idleTimer)
  const child = (drawer ??= startDrawer())
  child.ref()
  child.channel?.ref()
  try {
    const drawing = await answerOf(child, order, signal)
    if (drawing.isLast) forget(child)
    return drawing
  } catch (error) {
    child.kill('SIGKILL')
    forget(child)
    throw error
  } finally {
    // The idle process must not keep this process alive.
    child.unref()
    child.channel?.unref()
    idleTimer = setTimeout(endDrawing, idle).unref()
  }
}

const turns = openTurns({
  ofParty: 10,
  inAll: 60,
  tooMany: 'Many images arrive at this moment. Please try again.',
})

const never = new AbortController().signal

/**
 * Draws in a process of its own, one order at a time for the whole server; the parties take turns. The process ends
 * when it was idle for a while, or at once when it uses much memory. Returns null for what cannot be drawn. Throws 429
 * or 503 when too many orders wait, DrawingEnded when the process ended early or the signal ended it.
 */
export const draw = (party: string, order: DrawingOrder, signal = never): Promise<Uint8Array[] | null> =>
  turns.take(party, async () => {
    const { pictures } = await ask(order, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    return pictures
  })
