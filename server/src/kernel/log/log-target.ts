import type { Writable } from 'node:stream'
import { createStream } from 'rotating-file-stream'
import { host, now } from './log-line.ts'

/** The target of the log's lines. */
export interface Log {
  /** Neither waits nor throws; lines that cannot be written now wait in memory for a while. */
  write(line: string): void
  /** How many lines were dropped because they could not be written. */
  lost(): number
  /** Writes the waiting lines, for at most a few seconds. */
  close(): Promise<void>
}

/**
 * In characters. A full disk may take part of a batch; only that part can be lost without being counted, so batches are
 * small.
 */
const [mostWaiting, mostAtOnce] = [8 * 1024 * 1024, 64 * 1024]
/** In milliseconds. */
const pauses = { together: 20, afterFault: 5_000, atEnd: 2_000 }

const ignoreFault = () => {}

/** Writes one batch at a time; lines that come meanwhile make the next batch. */
function logTo(open: () => Writable, end: (target: Writable) => void): Log {
  const lines = { lost: 0, dropped: 0 }
  let waiting = ''
  let isWriting = false
  let target: Writable | undefined
  let whenWritten = () => {}

  function next(): void {
    const { dropped } = lines
    isWriting = waiting !== ''
    if (!isWriting) return whenWritten()
    const end = waiting.length > mostAtOnce && waiting.lastIndexOf('\n', mostAtOnce) + 1
    const batch = waiting.slice(0, end || waiting.length)
    waiting = waiting.slice(batch.length)
    const notice =
      dropped > 0 ? `${JSON.stringify({ level: 'warn', time: now(), host, event: 'log_lost', lines: dropped })}\n` : ''
    target ??= open()
    target.write(notice + batch, (fault) => {
      if (!fault) {
        lines.dropped -= dropped
        return next()
      }
      target = undefined
      // A part of the batch may have been written, so that the retry begins on a new line.
      waiting = `\n${batch}${waiting}`
      setTimeout(next, pauses.afterFault).unref()
    })
  }

  return {
    write(line) {
      if (waiting.length + line.length > mostWaiting) {
        lines.lost += 1
        lines.dropped += 1
        return
      }
      waiting += line
      // Lines of the same moment are written in one batch.
      if (!isWriting) setTimeout(next, pauses.together)
      isWriting = true
    },
    lost: () => lines.lost,
    async close() {
      if (isWriting) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, pauses.atEnd)
          whenWritten = () => resolve(clearTimeout(late))
        })
      }
      if (target) end(target)
    },
  }
}

/**
 * Opens the log of a server: in a folder, as `server.log` and ten older files of 50 MB each; without a folder on
 * standard output.
 */
export function openLog(folder: string | undefined): Log {
  if (folder === undefined) {
    process.stdout.on('error', ignoreFault)
    return logTo(() => process.stdout, ignoreFault)
  }
  const rotation = { path: folder, size: '50M', rotate: 10, mode: 0o600 } as const
  return logTo(
    () => createStream('server.log', rotation).on('error', ignoreFault),
    (file) => file.end(),
  )
}
