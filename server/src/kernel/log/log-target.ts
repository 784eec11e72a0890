import type { Writable } from 'node:stream'
import { createStream } from 'rotating-file-stream'
import { host, now } from './log-line.ts'

/** Where the lines of the log go. */
export interface Log {
  /** Neither waits nor throws: what cannot be written now is kept in memory for a while. */
  write(line: string): void
  /** How many lines were given up, since there was no writing them. */
  lost(): number
  /** Writes what can be written within seconds. */
  close(): Promise<void>
}

/** In characters. What the last room of a disk takes of a write is all that is lost without being counted: it is little. */
const [mostWaiting, mostAtOnce] = [8 * 1024 * 1024, 64 * 1024]
/** In milliseconds. */
const pauses = { together: 20, afterFault: 5_000, atEnd: 2_000 }

const ignoreFault = () => {}

/** One write is under way at a time, and what is said meanwhile is the next: lines come singly or in heaps, as they are made. */
function logTo(open: () => Writable, end: (target: Writable) => void): Log {
  const lines = { lost: 0, unsaid: 0 }
  let waiting = ''
  let isWriting = false
  let target: Writable | undefined
  let whenWritten = () => {}

  function next(): void {
    const { unsaid } = lines
    isWriting = waiting !== ''
    if (!isWriting) return whenWritten()
    const end = waiting.length > mostAtOnce && waiting.lastIndexOf('\n', mostAtOnce) + 1
    const batch = waiting.slice(0, end || waiting.length)
    waiting = waiting.slice(batch.length)
    const notice =
      unsaid > 0 ? `${JSON.stringify({ level: 'warn', time: now(), host, event: 'log_lost', lines: unsaid })}\n` : ''
    target ??= open()
    target.write(notice + batch, (fault) => {
      if (!fault) {
        lines.unsaid -= unsaid
        return next()
      }
      target = undefined
      // On a line of its own, should half a line have been written.
      waiting = `\n${batch}${waiting}`
      setTimeout(next, pauses.afterFault).unref()
    })
  }

  return {
    write(line) {
      if (waiting.length + line.length > mostWaiting) {
        lines.lost += 1
        lines.unsaid += 1
        return
      }
      waiting += line
      // What is said in the same moment is written at once.
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

/** The log of a server: in a folder, as `server.log` and ten older ones of 50 MB each; without one on standard output. */
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
