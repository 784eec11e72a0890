import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { clearPreviousServer } from './leftovers.ts'
import { connectWhenReady } from './readiness.ts'
import { type ServerPlan, ServerProcess } from './server-process.ts'

const minDelayMs = 100
const maxDelayMs = 5_000
const healthyAfterMs = 30_000

/** Runs the server and brings it back whenever it dies, until stopped. */
export class Supervisor {
  version = ''
  #plan: ServerPlan
  #server: ServerProcess | undefined
  #watch: pg.Client | undefined
  #answers = false
  #stopping = new AbortController()
  #loop: Promise<void> | undefined
  /** Synchronous, as an exit handler must be: a process that ends without stopping us still ends PostgreSQL cleanly. */
  #onProcessExit = () => this.#server?.signal('fast')

  constructor(plan: ServerPlan) {
    this.#plan = plan
  }

  /** Whether the server answered last time we looked. */
  get isUp(): boolean {
    return this.#answers && !this.#isStopping
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Resolves once the server answers; rejects with the last lines of its log when it does not come up. */
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

  /** Stops the server: politely, after 10 s firmly. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#watch?.end().catch(() => {})
    await this.#server?.end()
    await this.#loop
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

  /** For a server that lives without our connection: a backend crashed, and PostgreSQL is recovering by itself. */
  async #reconnect(server: ServerProcess): Promise<void> {
    try {
      await this.#connect(server)
    } catch {
      // It died meanwhile, which the next round reports.
      await sleep(20)
    }
  }

  /** Resolves when the server is gone or has dropped the connection that we keep only to notice. */
  async #lost(): Promise<void> {
    const dropped = new Promise<void>((resolve) => this.#watch?.once('end', () => resolve()))
    await Promise.race([dropped, this.#server?.ended])
  }
}
