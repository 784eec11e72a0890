import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from './endpoint.ts'
import type { LogFile } from './log-file.ts'
import type { Connection } from './readiness.ts'
import { cleanEnvironment, type RunAs, reachableName } from './run-as.ts'
import { commandLine } from './settings.ts'
import { type Shutdown, signalPostgres } from './signals.ts'

/** Everything needed to run one server, again and again. */
export interface ServerPlan {
  postgres: string
  pgCtl: string
  dataDir: string
  endpoint: Endpoint
  settings: Record<string, string>
  connection: Connection
  runAs: RunAs | undefined
  logFile: LogFile
  log: (line: string) => void
}

const shutdownSteps: [Shutdown, number][] = [
  ['fast', 10_000],
  // PostgreSQL itself kills backends that do not quit within 5 s.
  ['immediate', 6_000],
  ['kill', 5_000],
]

/** One run of the server program. */
export class ServerProcess {
  /** Resolves, once, when the process is gone or could not even be run. */
  readonly ended: Promise<void>
  #child: ChildProcess
  #pgCtl: string
  #ending: string | undefined

  constructor(plan: ServerPlan) {
    const { postgres, pgCtl, dataDir, endpoint, settings, runAs, logFile } = plan
    const args = commandLine(reachableName(dataDir, runAs), endpoint, settings)
    // Detached, or Ctrl+C in a terminal would stop the database under a server that is still finishing its requests.
    const options = { cwd: dataDir, env: cleanEnvironment(), detached: true, windowsHide: true, ...runAs }
    const child = logFile.withDescriptor((fd) => spawn(postgres, args, { ...options, stdio: ['ignore', fd, fd] }))
    this.#child = child
    this.#pgCtl = pgCtl
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#ending = `it exited with ${code ?? signal}`
        resolve()
      })
      child.once('error', (error) => {
        this.#ending = error.message
        resolve()
      })
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isAlive(): boolean {
    return this.pid !== undefined && this.#ending === undefined
  }

  /** How it ended, to complete a sentence; undefined while it runs. */
  get ending(): string | undefined {
    return this.#ending
  }

  signal(shutdown: Shutdown): void {
    if (this.isAlive && this.pid !== undefined) signalPostgres(this.pid, shutdown, this.#pgCtl)
  }

  /** Ends it: politely, after 10 s firmly. Resolves when it is gone. */
  async end(): Promise<void> {
    for (const [shutdown, patienceMs] of shutdownSteps) {
      if (!this.isAlive) return
      this.signal(shutdown)
      await Promise.race([this.ended, sleep(patienceMs, undefined, { ref: false })])
    }
  }
}
