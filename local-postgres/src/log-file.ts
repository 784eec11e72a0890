import { closeSync, copyFileSync, fstatSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs'

const maxBytes = 10 * 1024 * 1024

/**
 * PostgreSQL's own log. It is a file and not a pipe, because PostgreSQL outlives a killed launcher and must not be blocked by a pipe that
 * nobody reads.
 */
export interface LogFile {
  /** Runs `use` with a descriptor that appends, for a child process to inherit. */
  withDescriptor<T>(use: (fd: number) => T): T
  /** Moves the log to `<path>.1` once it is over 10 MB. */
  rotate(): void
  /** The last lines written since this object was created, at most 50. */
  tail(): string
}

/** Opens the log at `path`; creates it readable by its owner only. */
export function openLogFile(path: string): LogFile {
  closeSync(openSync(path, 'a', 0o600))
  let from = 0
  const rotate = () => {
    if (statSync(path).size <= maxBytes) return
    // Copied and truncated instead of renamed: PostgreSQL holds the descriptor, and appends at the new end.
    rmSync(`${path}.1`, { force: true })
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
    from = 0
  }
  rotate()
  from = statSync(path).size
  return {
    rotate,
    withDescriptor: (use) => {
      const fd = openSync(path, 'a', 0o600)
      try {
        return use(fd)
      } finally {
        closeSync(fd)
      }
    },
    tail: () => lastLines(path, from),
  }
}

function lastLines(path: string, from: number): string {
  const fd = openSync(path, 'r')
  try {
    const end = fstatSync(fd).size
    const start = Math.max(from, end - 65_536)
    const buffer = Buffer.alloc(Math.max(0, end - start))
    readSync(fd, buffer, 0, buffer.length, start)
    return buffer.toString('utf8').trimEnd().split('\n').slice(-50).join('\n')
  } finally {
    closeSync(fd)
  }
}
