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

/** The real product, as it is installed: a process of its own with a database of its own, which tests kill and start. */

const script = join(import.meta.dirname, '../../server/src/main.ts')
const patience = 60_000

const folders: string[] = []
const installations: Installation[] = []
const afterwards: (() => unknown)[] = []

/** Does something after the tests of the file, when nothing of an installation runs any more; the last told first. */
export const whenAllIsOver = (work: () => unknown) => void afterwards.unshift(work)

afterAll(async () => {
  await Promise.all(installations.map((one) => one.killAll()))
  for (const work of afterwards) await work()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}, 60_000)

/** A folder that goes away after the tests of the file. Run by root, the database works as another account and gets through. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-survive-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Waits until the condition gives something and answers it. Throws after `within` ms. */
export async function eventually<T>(condition: () => T | Promise<T>, what: string, within = patience): Promise<T> {
  for (const end = performance.now() + within; ; await sleep(10)) {
    const found = await condition()
    if (found) return found
    if (performance.now() > end) throw new Error(`not within ${within} ms: ${what}`)
  }
}

export type Admin = Awaited<ReturnType<typeof adminClient>>

/** What a process of the product has of our environment: a run at a fixed time (LD_PRELOAD, PLINTH_CLOCK) has it at that time too. */
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
  #said = ''

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

  /** Of the server program; 0 before the first start. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isAlive(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** What this run has said so far. */
  get said(): string {
    return this.#said
  }

  /** How this run ends. */
  get ended(): Promise<End> {
    if (!this.#ended) throw new Error('not started')
    return this.#ended
  }

  /** Starts the server program, or another of its commands, and does not wait for it. */
  launch(...command: string[]): void {
    const env = { ...inherited(), ...this.#env }
    const child = spawn(process.execPath, [script, ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#said = ''
    let err = ''
    child.stdout.on('data', (chunk) => (this.#said += chunk))
    child.stderr.on('data', (chunk) => {
      err += chunk
      this.#said += chunk
    })
    // A database that outlives it may hold its pipes: its exit is what counts.
    this.#ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, out: this.#said, err }))
  }

  /** Starts it and waits until it is ready; answers how many milliseconds that took. */
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
      if (!this.isAlive) throw new Error(`ended before it was ready: ${this.#said}`)
      return this.isReady()
    }, 'the product is ready')
  }

  /** Whether it and its database answer. */
  async isReady(): Promise<boolean> {
    return (await this.statusOf('/readyz')) === 200
  }

  /** Undefined when nobody answers. */
  async statusOf(path: string): Promise<number | undefined> {
    try {
      const answer = await fetch(this.url + path)
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return undefined
    }
  }

  /** Ends the server program alone, with what it started left as it is. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#ended
  }

  /** Stops all of it where it stands: nothing is written from here on but what the system has yet to write. */
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

  /** Everything of the database that is at work, in whatever state of being made the cluster is. */
  databaseProcesses(): number[] {
    const folder = join(this.dataDir, 'postgres')
    const clusters = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres-')) : []
    return clusters.flatMap((name) => postgresProcessesIn(join(folder, name, 'data')))
  }

  get cluster(): string {
    return dataDirOf(join(this.dataDir, 'postgres'))
  }

  /** The pid of the database server; undefined when none is at work. */
  postmaster(): number | undefined {
    return serverAmong(postgresProcessesIn(this.cluster))
  }

  /** Pids of what serves the product's connections. */
  backends(): number[] {
    return postgresProcessesIn(this.cluster).filter((pid) => {
      try {
        return /^postgres: plinth_\d+_login /.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      } catch {
        return false
      }
    })
  }

  /** Kills all of it at once and waits until it is gone. */
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

  /** How the superuser gets in, for what a test must see or break from outside. Only while the database runs. */
  adminConnection(): Parameters<typeof adminClient>[0] {
    const host = readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    const password = readFileSync(join(this.cluster, '../password'), 'utf8').trim()
    return { host, port: 5432, user: 'postgres', password, database: 'postgres' }
  }

  /** A connection of the superuser, with no limit of time; what cuts it off is not told. */
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

  /** Runs a statement as the superuser; answers its rows. */
  query<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]> {
    return this.asAdmin(async (admin) => (await admin.query<Row>(sql, values)).rows)
  }
}

/** A process that is gone already is fine. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** An installation that has not been started. It and its folder go away after the tests of the file. */
export async function newInstallation(env: Record<string, string> = {}, dataDir = join(newFolder(), 'data')) {
  const made = new Installation(dataDir, await freePort(), env)
  installations.push(made)
  return made
}

interface SignIn {
  emailOrMobile: string
  password: string
  tenantName: string
}

/** Somebody signed in: `client()` with their token, and their session. */
export async function signIn(url: string, as: SignIn) {
  const session = await client(url).ok(login, { body: as })
  return { ...client(url, session.accessToken), session }
}
export type Person = Awaited<ReturnType<typeof signIn>>

export const signInOperator = ({ url }: Installation) =>
  signIn(url, { emailOrMobile: 'operator@plinth.local', password: operatorPassword, tenantName: 'Plinth' })

const tenantPassword = 'monsoon over the ghats'

/** A company made over HTTP, with its administrator, who may do all there is to do in it. */
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
