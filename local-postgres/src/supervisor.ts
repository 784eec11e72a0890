import { type ChildProcess, spawn } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { cleanEnvironment, type RunAs, reachableName } from './binaries.ts'
import type { Endpoint } from './cluster.ts'
import type { LogFile } from './log-file.ts'
import { clearPreviousServer, type Shutdown, signalPostgres } from './ownership.ts'
import { type Connection, connectWhenReady } from './readiness.ts'
import { Reserve, reserveBytes } from './reserve.ts'

const defaults: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '5s',
  max_connections: '40',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

/**
 * PostgreSQL's command line. Settings go there and not into postgresql.conf, so that they apply whatever a file in the data directory
 * contains. `extra` overrides the defaults, but not the listening address.
 */
function commandLine(dataDirectory: string, endpoint: Endpoint, extra: Record<string, string>): string[] {
  const settings = { ...defaults, ...extra, ...listening(endpoint) }
  return ['-D', dataDirectory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function listening(endpoint: Endpoint): Record<string, string> {
  const port = String(endpoint.port)
  if (endpoint.kind === 'tcp') return { listen_addresses: endpoint.host, unix_socket_directories: '', port }
  // Quoted, because the setting is a list, in which a comma or a leading blank has a meaning.
  const quoted = `"${endpoint.host.replaceAll('"', '""')}"`
  return { listen_addresses: '', unix_socket_directories: quoted, unix_socket_permissions: '0700', port }
}

/** Everything needed to run one server repeatedly. */
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
class ServerProcess {
  /** Resolves once, when the process is gone or could not be started. */
  readonly ended: Promise<void>
  #child: ChildProcess
  #pgCtl: string
  #ending: string | undefined
  #hasStopped = false

  constructor(plan: ServerPlan) {
    const { postgres, pgCtl, dataDir, endpoint, settings, runAs, logFile } = plan
    const args = commandLine(reachableName(dataDir, runAs), endpoint, settings)
    // Detached, or Ctrl+C in a terminal would stop the database under a product server that is still finishing its requests.
    const options = { cwd: dataDir, env: cleanEnvironment(), detached: true, windowsHide: true, ...runAs }
    const child = logFile.withDescriptor((fd) => spawn(postgres, args, { ...options, stdio: ['ignore', fd, fd] }))
    this.#child = child
    this.#pgCtl = pgCtl
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#ending = `it exited with ${code ?? signal}`
        this.#hasStopped = code === 0
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

  /** Whether it ended by itself, which it does after its backends. */
  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** How it ended, to complete a sentence; undefined while it runs. */
  get ending(): string | undefined {
    return this.#ending
  }

  signal(shutdown: Shutdown): void {
    if (this.isAlive && this.pid !== undefined) signalPostgres(this.pid, shutdown, this.#pgCtl)
  }

  /** Ends it: politely, after 10 s by force. Resolves when it is gone. */
  async end(): Promise<void> {
    for (const [shutdown, timeoutMs] of shutdownSteps) {
      if (!this.isAlive) return
      this.signal(shutdown)
      await Promise.race([this.ended, sleep(timeoutMs, undefined, { ref: false })])
    }
  }
}

const minDelayMs = 100
const maxDelayMs = 5_000
const healthyAfterMs = 30_000

/** Runs the server and restarts it whenever it dies, until stopped. */
export class Supervisor {
  version = ''
  #plan: ServerPlan
  #server: ServerProcess | undefined
  #watch: pg.Client | undefined
  #answers = false
  #stopping = new AbortController()
  #loop: Promise<void> | undefined
  /** Synchronous, as an exit handler must be: a process that exits without a stop still ends PostgreSQL cleanly. */
  #onProcessExit = () => this.#server?.signal('fast')

  constructor(plan: ServerPlan) {
    this.#plan = plan
  }

  /** Whether the server answered the last check. */
  get isUp(): boolean {
    return this.#answers && !this.#isStopping
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Resolves once the server answers; rejects with the last lines of its log if it does not start. */
  async start(): Promise<void> {
    process.on('exit', this.#onProcessExit)
    try {
      await this.#bringUp()
    } catch (error) {
      process.off('exit', this.#onProcessExit)
      throw error
    }
    this.#loop = this.#keepUp()
  }

  /** Stops the server: politely, after 10 s by force. Resolves when it and its backends are gone. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#watch?.end().catch(() => {})
    await this.#server?.end()
    await this.#loop
    const { dataDir, pgCtl, log } = this.#plan
    // The backends of a killed server end a moment after it.
    if (!this.#server?.hasStopped) await clearPreviousServer(dataDir, pgCtl, log)
    process.off('exit', this.#onProcessExit)
  }

  async #bringUp(): Promise<void> {
    const { dataDir, pgCtl, log, logFile } = this.#plan
    await clearPreviousServer(dataDir, pgCtl, log)
    if (this.#isStopping) return
    const server = new ServerProcess(this.#plan)
    this.#server = server
    try {
      await this.#connect(server)
    } catch (error) {
      const reason = server.ending ?? (error as Error).message
      await server.end()
      throw new Error(`PostgreSQL did not start on ${dataDir}: ${reason}. Its last lines:\n${logFile.tail()}`)
    }
  }

  async #connect(server: ServerProcess): Promise<void> {
    const { connection, dataDir } = this.#plan
    const gaveUp = () => !server.isAlive || this.#isStopping
    const { client, version } = await connectWhenReady(connection, dataDir, server.pid, gaveUp)
    this.#watch = client
    this.version = version
    this.#answers = true
  }

  async #keepUp(): Promise<void> {
    for (let delayMs = minDelayMs; !this.#isStopping; ) {
      const since = Date.now()
      if (this.#answers) await this.#lost()
      this.#answers = false
      if (Date.now() - since > healthyAfterMs) delayMs = minDelayMs
      try {
        if (this.#server?.isAlive) await this.#reconnect(this.#server)
        else {
          await sleep(delayMs, undefined, { signal: this.#stopping.signal })
          this.#plan.log(`PostgreSQL is down (${this.#server?.ending}), starting it again`)
          delayMs = Math.min(delayMs * 2, maxDelayMs)
          await this.#bringUp()
        }
        if (this.isUp) this.#plan.log('PostgreSQL is up again')
      } catch (error) {
        if (!this.#isStopping) this.#plan.log((error as Error).message)
      }
    }
  }

  /** For a server that lives but has dropped the connection: a backend crashed, and PostgreSQL is recovering by itself. */
  async #reconnect(server: ServerProcess): Promise<void> {
    try {
      await this.#connect(server)
    } catch {
      // It died meanwhile, which the next round reports.
      await sleep(20)
    }
  }

  /** Resolves when the server is gone or has dropped the connection that is held only to notice that. */
  async #lost(): Promise<void> {
    const dropped = new Promise<void>((resolve) => this.#watch?.once('end', () => resolve()))
    await Promise.race([dropped, this.#server?.ended])
  }
}

const careEveryMs = 2_000
const maxFloorBytes = 512 * 1024 * 1024
const floorShare = 0.05

/** In bytes: with less than this PostgreSQL may find no space for the next part of its log, and ends. */
const tightBytes = 32 * 1024 * 1024

/** Free bytes on the file system of `dir`, and the floor under which they count as low: 512 MB, or 5 % if that is less. */
async function spaceOf(dir: string, floorBytes?: number): Promise<{ free: number; floor: number }> {
  const { bavail, blocks, bsize } = await statfs(dir)
  return { free: bavail * bsize, floor: floorBytes ?? Math.min(maxFloorBytes, blocks * bsize * floorShare) }
}

/**
 * Whether the file system of `dir` has less free space than the floor, in bytes. The default floor is 512 MB, or 5 % of the file system if
 * that is less.
 */
export async function isSpaceLow(dir: string, floorBytes?: number): Promise<boolean> {
  const { free, floor } = await spaceOf(dir, floorBytes)
  return free < floor
}

/**
 * Measures the free space, maintains the reserve and rotates the log every two seconds, until `stop`. The disk also counts as low from when
 * the reserve is given up until there is space to create it again.
 */
export async function startCare(
  dir: string,
  floorBytes: number | undefined,
  logFile: LogFile,
  log: (line: string) => void,
) {
  const reserve = new Reserve(dir)
  let diskLow = false
  const checkSpace = async ({ canCreate = true } = {}) => {
    const { free, floor } = await spaceOf(dir, floorBytes)
    if (free < tightBytes) await reserve.giveUp()
    else if (canCreate && free >= floor + reserveBytes) await reserve.make()
    diskLow = reserve.isGivenUp || free < floor
  }
  const runCare = async () => {
    try {
      await checkSpace()
      logFile.rotate()
    } catch (error) {
      log(`looking after ${dir} failed: ${(error as Error).message}`)
    }
  }
  // The start of the database does not wait for the reserve.
  await checkSpace({ canCreate: false })
  let round: Promise<void> | undefined
  const next = () => {
    round ??= runCare().finally(() => {
      round = undefined
    })
  }
  const timer = setInterval(next, careEveryMs).unref()
  const stop = async () => {
    clearInterval(timer)
    await round
  }
  return { isDiskLow: () => diskLow, stop }
}
