import { StartError } from '../kernel/start-error.ts'

const stopDeadline = 12_000

/** The functions that stop what is running, called from last to first; each is called once, whoever calls `stopAll`. */
export const running: (() => Promise<void>)[] = []
let isStopping = false

/** Stops everything that is running. */
export async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop()
}

/**
 * From here on, reports an uncaught fault instead of ending the process: it breaks one request or one round of a job,
 * whose transaction the database rolls back.
 */
export function outliveFaults(report: (fault: Error) => void): void {
  const onFault = (fault: unknown) => report(fault instanceof Error ? fault : new Error(String(fault)))
  process.on('uncaughtException', onFault)
  process.on('unhandledRejection', onFault)
}

function stopOnSignal(codeWhenStopped: number): void {
  const onSignal = () => {
    // A second signal ends the process at once.
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

/** Runs a command that a signal can end at any moment, without leaving a database running. */
export function run(command: () => Promise<void>, codeWhenStopped: number): void {
  stopOnSignal(codeWhenStopped)
  command().catch(async (error: unknown) => {
    // A command that a signal interrupts fails, which is no fault.
    if (isStopping) return
    await stopAll().catch(() => {})
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  })
}
