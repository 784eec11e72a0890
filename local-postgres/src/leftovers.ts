import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresProcessesIn, serverAmong } from './postgres-processes.ts'

/**
 * Makes a data directory free of what an earlier server left: stops a server that outlived its parent, waits for backends
 * that outlived their server, and removes a pid file that would keep PostgreSQL from starting. Call it with the app lock held.
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
  for (const [shutdown, patienceMs] of steps) {
    const running = postgresProcessesIn(dataDir)
    if (running.length === 0) break
    const server = serverAmong(running)
    log(`stopping PostgreSQL left running by an earlier process (pid ${server ?? running.join(', ')})`)
    if (shutdown === 'kill') for (const pid of running) signalPostgres(pid, 'kill', pgCtl)
    // Backends without their server end by themselves.
    else if (server !== undefined) signalPostgres(server, shutdown, pgCtl)
    await until(() => postgresProcessesIn(dataDir).length === 0, patienceMs)
  }
  // Whatever the file holds now, a dead pid, a stranger's, nothing or garbage, nobody serves this directory.
  rmSync(pidFile, { force: true })
}

/** Removes half-made clusters of starters that died in initdb, and stops an initdb that outlived them. */
export async function clearStaging(dir: string, isStaging: (name: string) => boolean, pgCtl: string): Promise<void> {
  for (const name of readdirSync(dir).filter(isStaging)) {
    const staging = join(dir, name)
    const running = () => postgresProcessesIn(join(staging, 'data'))
    for (const pid of running()) signalPostgres(pid, 'kill', pgCtl)
    await until(() => running().length === 0, 5_000)
    rmSync(staging, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function until(done: () => boolean, patienceMs: number): Promise<void> {
  for (const end = Date.now() + patienceMs; !done() && Date.now() < end; ) await sleep(20)
}

/** How to end PostgreSQL: roll back and stop cleanly, quit and recover at the next start, or no asking at all. */
export type Shutdown = 'fast' | 'immediate' | 'kill'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** Sends the signal for a kind of shutdown; a process that is gone already is fine. */
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
