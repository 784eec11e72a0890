import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** What tells one process from every other one, past and present, on this machine. Null where the system does not say. */
export interface ProcessIdentity {
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
 * Whether the process is alive, dead, or out of our sight (another boot, machine or container). A pid that runs but whose
 * start time cannot be read counts as alive.
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

/** The fields of /proc/<pid>/stat from the third (state) on; the second, the command, may itself hold spaces. */
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
