import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresProcessesIn, serverAmong } from './postgres-processes.ts'

/** The right to use a data directory, held by one process at a time. */
export interface AppLock {
  release(): void
}

interface Holder extends ProcessIdentity {
  /** Makes every lock unique, so that a dead one cannot be confused with its successor. */
  nonce: string
}

const heartbeatMs = 2_000
const longDeadMs = 60_000

/**
 * Takes the lock file `<dir>/lock`. Takes over a dead process's lock, never a live one's: then it throws one sentence that names the
 * holder's pid, at once, or after some seconds if the holder runs where its pid cannot be checked.
 */
export async function takeAppLock(dir: string): Promise<AppLock> {
  const path = join(dir, 'lock')
  const mine = { ...ownIdentity(), nonce: randomUUID() }
  await take(path, mine)
  for (const name of readdirSync(dir)) if (name.startsWith('lock.claim-')) rmSync(join(dir, name), { force: true })
  const heartbeat = setInterval(() => beat(path), heartbeatMs).unref()
  return {
    release() {
      clearInterval(heartbeat)
      if (readHolder(path)?.nonce === mine.nonce) rmSync(path, { force: true })
    },
  }
}

async function take(path: string, mine: Holder): Promise<void> {
  while (!createWhole(path, mine)) {
    const holder = readHolder(path)
    if (holder === undefined) continue
    if (holder && (await isHeld(path, holder))) {
      throw new Error(
        `${dirname(path)} is in use by process ${holder.pid}: stop that one first, or choose another directory.`,
      )
    }
    await removeDead(path, holder, mine)
  }
}

/**
 * Removing a dead lock needs a lock of its own, or the slower of two starters would remove the faster one's fresh lock. It is named after
 * the dead lock, so that a late starter notices that the lock is no longer the one it wanted to remove.
 */
async function removeDead(path: string, dead: Holder | null, mine: Holder): Promise<void> {
  const claim = join(dirname(path), `lock.claim-${dead?.nonce ?? 'unreadable'}`)
  await take(claim, mine)
  const current = readHolder(path)
  if (current === null ? dead === null : current?.nonce === dead?.nonce) rmSync(path, { force: true })
  rmSync(claim, { force: true })
}

/** Creates the file with its content in one step, so that no reader meets an empty lock. False if it exists. */
function createWhole(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.nonce}`
  try {
    writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Undefined: no file. Null: a file that was not written completely, as after a power cut. */
function readHolder(path: string): Holder | null | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  try {
    const holder = JSON.parse(text) as Partial<Holder> | null
    return typeof holder?.pid === 'number' && typeof holder.nonce === 'string' ? (holder as Holder) : null
  } catch {
    return null
  }
}

async function isHeld(path: string, holder: Holder): Promise<boolean> {
  const state = stateOf(holder)
  if (state !== 'out of sight') return state === 'alive'
  // Another container, or the time before a reboot: only the heartbeat can show whether it is alive.
  const before = lastBeat(path)
  if (Math.abs(Date.now() - before) > longDeadMs) return false
  await sleep(heartbeatMs * 2.5)
  return lastBeat(path) !== before
}

function lastBeat(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function beat(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // The disk may be unavailable for a moment; a lock that stays missing is found by the next starter.
  }
}

/** Distinguishes one process from all others, past and present, on this machine. Null if the system does not provide it. */
interface ProcessIdentity {
  pid: number
  startTime: string | null
  bootId: string | null
  /** Pids are only comparable inside one pid namespace: two containers that share a volume do not share it. */
  pidNamespace: string | null
}

/** Identity of the running process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: startTimeOf(process.pid), bootId: bootId(), pidNamespace: pidNamespace() }
}

/**
 * Whether the process is alive, dead, or out of sight (another boot, machine or container). A pid that runs but whose start time cannot be
 * read counts as alive.
 */
export function stateOf(identity: ProcessIdentity): 'alive' | 'dead' | 'out of sight' {
  if (identity.bootId !== bootId() || identity.pidNamespace !== pidNamespace()) return 'out of sight'
  if (!isRunning(identity.pid)) return 'dead'
  const startTime = startTimeOf(identity.pid)
  return startTime === null || identity.startTime === null || startTime === identity.startTime ? 'alive' : 'dead'
}

/** Whether a pid exists and is more than a zombie waiting for its parent. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return statFields(pid)?.[0] !== 'Z'
}

function startTimeOf(pid: number): string | null {
  if (process.platform === 'linux') return statFields(pid)?.[19] ?? null
  if (process.platform === 'win32') return null
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() || null
}

/** The fields of /proc/<pid>/stat from the third (state) on; the second, the command, may contain spaces. */
function statFields(pid: number): string[] | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function bootId(): string | null {
  return readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function pidNamespace(): string | null {
  return readOrNull(() => readlinkSync('/proc/self/ns/pid'))
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * Frees a data directory from what an earlier server left: stops a server that outlived its parent, waits for backends that outlived their
 * server, and removes a pid file that would prevent PostgreSQL from starting. Call it with the app lock held.
 */
export async function clearPreviousServer(dataDir: string, pgCtl: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid')
  // A clean stop removes the file; asking the system for processes is slow on Windows and macOS.
  if (process.platform !== 'linux' && !existsSync(pidFile)) return
  const steps: [Shutdown, number][] = [
    ['fast', 10_000],
    ['immediate', 5_000],
    ['kill', 5_000],
  ]
  for (const [shutdown, timeoutMs] of steps) {
    const running = postgresProcessesIn(dataDir)
    if (running.length === 0) break
    const server = serverAmong(running)
    log(`stopping PostgreSQL that was left running (pid ${server ?? running.join(', ')})`)
    if (shutdown === 'kill') for (const pid of running) signalPostgres(pid, 'kill', pgCtl)
    // Backends without their server end by themselves.
    else if (server !== undefined) signalPostgres(server, shutdown, pgCtl)
    await until(() => postgresProcessesIn(dataDir).length === 0, timeoutMs)
  }
  // Whatever the file contains now, such as a dead pid, another program's, nothing or garbage, nobody serves this directory.
  rmSync(pidFile, { force: true })
}

/** Removes unfinished clusters of starters that died in initdb, and stops an initdb that outlived them. */
export async function clearStaging(dir: string, isStaging: (name: string) => boolean, pgCtl: string): Promise<void> {
  for (const name of readdirSync(dir).filter(isStaging)) {
    const staging = join(dir, name)
    const running = () => postgresProcessesIn(join(staging, 'data'))
    for (const pid of running()) signalPostgres(pid, 'kill', pgCtl)
    await until(() => running().length === 0, 5_000)
    rmSync(staging, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function until(done: () => boolean, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; !done() && Date.now() < end; ) await sleep(20)
}

/** How to end PostgreSQL: roll back and stop cleanly, quit and recover at the next start, or kill it. */
export type Shutdown = 'fast' | 'immediate' | 'kill'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** Sends the signal for a type of shutdown; a process that is already gone is fine. */
export function signalPostgres(pid: number, shutdown: Shutdown, pgCtl: string): void {
  if (process.platform === 'win32') {
    // Windows has no such signals: PostgreSQL's own tool delivers them through a named pipe.
    spawnSync(pgCtl, ['kill', signals[shutdown].slice(3), String(pid)], { windowsHide: true })
    return
  }
  try {
    process.kill(pid, signals[shutdown])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
