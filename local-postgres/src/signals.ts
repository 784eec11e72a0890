import { spawnSync } from 'node:child_process'

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
