import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@plinth/api/access/auth'
import { createRoleMapping, getRoleSelection } from '@plinth/api/access/role-mappings'
import { createTenant } from '@plinth/api/access/tenants'
import { createUser } from '@plinth/api/access/users'
import { afterAll } from 'vitest'
import { dataDirOf } from '../../local-postgres/src/cluster.ts'
import { isRunning } from '../../local-postgres/src/ownership.ts'
import { postgresProcessesIn, serverAmong } from '../../local-postgres/src/postgres-processes.ts'
import { adminClient, freePort, newId } from '../../server/src/kernel/testing/databases.ts'
import { client } from '../../server/src/testing/test-server.ts'

/** The real product as it is installed: a process and a database that tests kill and start. */

const script = join(import.meta.dirname, '../../server/src/main.ts')
const timeoutMs = 60_000

const folders: string[] = []
const installations: Installation[] = []
const afterwards: (() => unknown)[] = []

/** Runs `work` after the tests of the file, once all installations have stopped; the last registered runs first. */
export const afterAllStopped = (work: () => unknown) => void afterwards.unshift(work)

afterAll(async () => {
  await Promise.all(installations.map((one) => one.killAll()))
  for (const work of afterwards) await work()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}, 60_000)

/**
 * A folder that is deleted after the tests of the file. It is readable to all, since the database runs under another account
 * when the tests run as root.
 */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-survive-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Waits until the condition is truthy and returns its value. Throws after `within` ms. */
export async function eventually<T>(condition: () => T | Promise<T>, what: string, within = timeoutMs): Promise<T> {
  for (const end = performance.now() + within; ; await sleep(10)) {
    const found = await condition()
    if (found) return found
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`)
  }
}

export type Admin = Awaited<ReturnType<typeof adminClient>>

/** The environment that a process of the product inherits; a run at a fixed time (LD_PRELOAD, PLINTH_CLOCK) passes that time on. */
const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:PATH|NODE_COMPILE_CACHE|LD_PRELOAD|PLINTH_CLOCK)$/.test(name)),
  )

/** How a process of the product ended. */
export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
}

const operatorPassword = 'operator-pass-1'

export class Installation {
  readonly dataDir: string
  readonly port: number
  readonly url: string
  #env: Record<string, string>
  #child: ChildProcess | undefined
  #ended: Promise<End> | undefined
  #output = ''

  constructor(dataDir: string, port: number, env: Record<string, string>) {
    this.dataDir = dataDir
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.#env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'off',
      OPERATOR_PASSWORD: operatorPassword,
      ...env,
    }
  }

  /** Pid of the server program; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What this run has printed so far. */
  get output(): string {
    return this.#output
  }

  /** Resolves when this run ends. */
  get ended(): Promise<End> {
    if (!this.#ended) throw new Error('not started')
    return this.#ended
  }

  /** Starts the server program, or another of its commands, and does not wait for it. */
  launch(...command: string[]): void {
    const env = { ...inherited(), ...this.#env }
    const child = spawn(process.execPath, [script, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#output = ''
    let err = ''
    child.stdout.on('data', (chunk) => (this.#output += chunk))
    child.stderr.on('data', (chunk) => {
      err += chunk
      this.#output += chunk
    })
    // A database that outlives the process may hold its pipes open, so `exit` counts and not `close`.
    this.#ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, out: this.#output, err }))
  }

  /** Starts it and waits until it is ready; returns how many milliseconds that took. */
  async start(): Promise<number> {
    const since = performance.now()
    this.launch()
    await this.ready()
    return performance.now() - since
  }

  /** Runs another of its commands to its end. */
  run(...command: string[]): Promise<End> {
    this.launch(...command)
    return this.ended
  }

  async ready(): Promise<void> {
    await eventually(() => {
      if (!this.isAlive) throw new Error(`ended before it was ready: ${this.#output}`)
      return this.isReady()
    }, 'the product is ready')
  }

  /** Whether the server and its database answer. */
  async isReady(): Promise<boolean> {
    return (await this.statusOf('/readyz')) === 200
  }

  /** The status of a GET; undefined when the server does not answer. */
  async statusOf(path: string): Promise<number | undefined> {
    try {
      const answer = await fetch(this.url + path)
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return undefined
    }
  }

  /** Kills the server program only; the processes that it started keep running. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#ended
  }

  /** Stops all processes with SIGSTOP: from here on only the kernel writes what it still has in memory. */
  freeze(): void {
    for (const pid of [this.pid, ...this.databaseProcesses()]) signalTo(pid, 'SIGSTOP')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Sends a signal and waits for the end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<End> {
    this.signal(signal)
    return this.ended
  }

  /** Pids of all database processes, also while the cluster is still being made. */
  databaseProcesses(): number[] {
    const folder = join(this.dataDir, 'postgres')
    const clusters = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres-')) : []
    return clusters.flatMap((name) => postgresProcessesIn(join(folder, name, 'data')))
  }

  get cluster(): string {
    return dataDirOf(join(this.dataDir, 'postgres'))
  }

  /** The pid of the database server; undefined when none runs. */
  postmaster(): number | undefined {
    return serverAmong(postgresProcessesIn(this.cluster))
  }

  /** Pids of the database processes that serve the product's connections. */
  backends(): number[] {
    return postgresProcessesIn(this.cluster).filter((pid) => {
      try {
        return /^postgres: plinth_\d+_login /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      } catch {
        return false
      }
    })
  }

  /** Kills all processes at once and waits until they are gone. */
  async killAll(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await eventually(() => {
      const left = this.databaseProcesses().filter(isRunning)
      for (const pid of left) signalTo(pid, 'SIGKILL')
      return left.length === 0
    }, 'the database is gone')
    await this.#ended
  }

  sessionSecret(): string {
    return readFileSync(join(this.dataDir, 'session-secret'), 'utf8').trim()
  }

  /** The superuser's connection, for what a test must see or break from outside. It works only while the database runs. */
  adminConnection(): Parameters<typeof adminClient>[0] {
    const host = readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const password = readFileSync(join(this.cluster, '../password'), 'utf8').trim()
    return { host, port: 5432, user: 'postgres', password, database: 'postgres' }
  }

  /** A superuser connection without a statement timeout; errors that close it are ignored. */
  async openAdmin(): Promise<Admin> {
    const admin = await adminClient({ ...this.adminConnection(), options: '-c statement_timeout=0' })
    return admin.on('error', () => {})
  }

  async asAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = await this.openAdmin()
    try {
      return await work(admin)
    } finally {
      await admin.end()
    }
  }

  /** Runs a statement as the superuser; returns its rows. */
  query<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]> {
    return this.asAdmin(async (admin) => (await admin.query<Row>(sql, values)).rows)
  }
}

/** Sends a signal; a process that is gone already is no error. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** An installation that has not been started. It and its folder are removed after the tests of the file. */
export async function newInstallation(env: Record<string, string> = {}, dataDir = join(newFolder(), 'data')) {
  const created = new Installation(dataDir, await freePort(), env)
  installations.push(created)
  return created
}

interface SignIn {
  emailOrMobile: string
  password: string
  tenantName: string
}

/** Signs in: a `client()` with the person's token, and their session. */
export async function signIn(url: string, as: SignIn) {
  const session = await client(url).ok(login, { body: as })
  return { ...client(url, session.accessToken), session }
}
export type Person = Awaited<ReturnType<typeof signIn>>

export const signInOperator = ({ url }: Installation) =>
  signIn(url, { emailOrMobile: 'operator@plinth.local', password: operatorPassword, tenantName: 'Plinth' })

const tenantPassword = 'monsoon over the ghats'

/** Creates a company over HTTP, with an administrator who has every permission in it. */
export async function foundCompany(at: Installation, name = `Survivors ${newId()}`) {
  const operator = await signInOperator(at)
  const { id } = await operator.ok(createTenant, { body: { name } })
  const email = `${newId()}@survive.example`
  const body = { tenantId: id, username: 'Meera Iyer', email, password: tenantPassword }
  const { id: userId } = await operator.ok(createUser, { body })
  const roles = await operator.ok(getRoleSelection, { params: { userId } })
  const roleId = roles.find(({ roleName }) => roleName === 'Administrator')?.roleId ?? ''
  await operator.ok(createRoleMapping, { body: { userId, roleId } })
  const as = { emailOrMobile: email, password: tenantPassword, tenantName: name }
  return { id, name, userId, as, signIn: () => signIn(at.url, as) }
}
export type SurvivingCompany = Awaited<ReturnType<typeof foundCompany>>
