import { readdirSync, readFileSync } from 'node:fs'

/** A file of a process under /proc; empty when the process is gone. */
export function procFileOf(pid: number | string, file: 'stat' | 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The CPU time of a process, in hundredths of a second. */
export const ticksOf = (pid: number): number =>
  procFileOf(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks), 0)

/** Pids of the direct children of a process whose command contains `named`. */
export const childrenOf = (pid: number, named = ''): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(/^\d+ \(.*\) \S (\d+)/s.exec(procFileOf(name, 'stat'))?.[1]) === pid)
    .filter((name) => procFileOf(name, 'cmdline').includes(named))
    .map(Number)
