import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll } from 'vitest'
import { dataDirOf } from '../cluster.ts'
import { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from '../index.ts'
import { postgresProcessesIn } from '../postgres-processes.ts'

export const isRoot = process.getuid?.() === 0

const dirs: string[] = []
const servers: LocalPostgres[] = []
const children: ChildProcess[] = []

// Each server in this process adds an exit listener, and a file may run a dozen servers.
process.setMaxListeners(50)

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  for (const child of children) child.kill('SIGKILL')
  for (const dir of dirs) {
    for (const pid of serversUnder(dir)) killIfThere(pid)
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}, 60_000)

/** Kills a process; one that was just found may be ending by itself. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A directory that is removed after the tests of the file, with any PostgreSQL in it. */
export function freshDir(mode = 0o755): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'local-postgres-')))
  chmodSync(dir, mode)
  dirs.push(dir)
  return dir
}

let template: Promise<string> | undefined

/** A directory with a cleanly stopped cluster: a copy, since creating each cluster would take most of the tests' time. */
export async function dirWithCluster(): Promise<string> {
  template ??= makeTemplate()
  const dir = freshDir()
  cpSync(join(await template, 'postgres-18'), join(dir, 'postgres-18'), { recursive: true })
  return dir
}

async function makeTemplate(): Promise<string> {
  const dir = freshDir()
  await (await start(dir)).stop()
  return dir
}

function serversUnder(dir: string): number[] {
  return [dir, join(dir, 'data')].flatMap((at) => postgresProcessesIn(dataDirOf(at)))
}

/** Starts in this process; stopped after the tests of the file if not before. */
export async function start(dir: string, options: Partial<LocalPostgresOptions> = {}): Promise<LocalPostgres> {
  const server = await startLocalPostgres({ dir, ...options })
  servers.push(server)
  return server
}

/** Runs statements on a connection of their own and returns the rows of the last. */
export async function query<Row extends pg.QueryResultRow>(
  server: { connection: object },
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Pid of the server that has the directory's cluster open, from its pid file. */
export function serverPid(dir: string): number {
  return Number.parseInt(readFileSync(join(dataDirOf(dir), 'postmaster.pid'), 'utf8'), 10)
}

/** Waits until the condition is truthy and returns its value, or fails after the timeout. */
export async function eventually<T>(condition: () => T | Promise<T>, timeoutMs = 10_000): Promise<T> {
  for (const end = Date.now() + timeoutMs; ; await sleep(10)) {
    const result = await condition()
    if (result) return result
    if (Date.now() > end) throw new Error(`not within ${timeoutMs} ms: ${condition}`)
  }
}

/** Starts a statement that sleeps; returns the pid of its backend and the outcome of the statement. */
export async function sleepingBackend(server: LocalPostgres): Promise<{ pid: number; outcome: Promise<unknown> }> {
  const outcome = query(server, 'select pg_sleep(9)').catch((error: Error) => error)
  const find = `select pid from pg_stat_activity where query = 'select pg_sleep(9)'`
  const pid = await eventually(async () => (await query<{ pid: number }>(server, find))[0]?.pid ?? 0)
  return { pid, outcome }
}

/** A starter in a process of its own. */
export interface Starter {
  pid: number
  /** Its connection, or the sentence with which it was refused. */
  outcome: Promise<{ connection: LocalPostgres['connection'] } | { error: string }>
  /** Ids of rows whose commit was acknowledged so far. */
  acknowledged: number[]
  kill(): Promise<void>
  stop(): Promise<void>
  /** Makes it end by process.exit, without a stop. */
  exit(): Promise<void>
}

const script = fileURLToPath(new URL('./starter.ts', import.meta.url))

/** Starts `script` (by default the starter next to this file) on `dir` as the given user, by default the current one. */
export function spawnStarter(dir: string, options: { uid?: number; mode?: 'write'; script?: string } = {}): Starter {
  const account = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const args = [options.script ?? script, dir, ...(options.mode ? [options.mode] : [])]
  const child = spawn(process.execPath, args, { ...account, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  child.stdin.on('error', () => {})
  // Waits for `close`, not `exit`, because its last output may still be on its way.
  const exited = once(child, 'close')
  const acknowledged: number[] = []
  const outcome = new Promise<{ connection: LocalPostgres['connection'] } | { error: string }>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      const event = JSON.parse(line)
      if (event.acknowledged) acknowledged.push(event.acknowledged)
      if (event.ready) resolve(event.ready)
      if (event.error) resolve(event)
    })
    void exited.then(() => resolve({ error: 'ended without a word' }))
  })
  const end = async (how: () => void) => {
    how()
    await exited
  }
  const send = (command: string) => end(() => child.stdin.write(command))
  const kill = () => end(() => child.kill('SIGKILL'))
  return { pid: child.pid ?? 0, outcome, acknowledged, kill, stop: () => send('stop'), exit: () => send('exit') }
}
