import { StartError } from '../kernel/start-error.ts'

const stopDeadline = 12_000

/** How to stop what runs so far, the last first; each is stopped once, whoever asks. */
export const running: (() => Promise<void>)[] = []
let isStopping = false

/** Stops what runs so far. */
export async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop()
}

/**
 * From here on a fault that nobody caught is told, and takes nobody else along: what it broke off is one request or one
 * round of a job, whose transaction the database undoes.
 */
export function outliveFaults(tell: (fault: Error) => void): void {
  const onFault = (fault: unknown) => tell(fault instanceof Error ? fault : new Error(String(fault)))
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

function stopOnSignal(codeWhenStopped: number): void {
  const onSignal = () => {
    // A second signal means now.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    stopAll().then(
      () => process.exit(codeWhenStopped),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Runs a command, which a signal ends from its first moment on: cut short, it leaves no database running either. */
export function run(command: () => Promise<void>, codeWhenStopped: number): void {
  stopOnSignal(codeWhenStopped)
  command().catch(async (error: unknown) => {
    // What a signal cuts short fails, and is no fault.
    if (isStopping) return
    await stopAll().catch(() => {})
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  })
}
