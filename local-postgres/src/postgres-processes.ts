import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Pids of PostgreSQL's programs (the server, its backends, initdb) that work in a directory, also of other launchers. They are found by
 * their working directory, which PostgreSQL never changes, while pid files and command lines may be wrong.
 */
export function postgresProcessesIn(directory: string): number[] {
  if (process.platform === 'linux') return onLinux(directory)
  return process.platform === 'win32' ? onWindows(directory) : onMac(directory)
}

/**
 * The pid of the server among these processes; undefined if it is gone and they are only ending. Backends must never get a server's
 * signals: SIGINT makes the checkpointer write a shutdown checkpoint while the others run.
 */
export function serverAmong(pids: number[]): number | undefined {
  return pids.find((pid) => !titleOf(pid).startsWith('postgres: '))
}

function titleOf(pid: number): string {
  if (process.platform === 'win32') return ''
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return 'postgres: gone'
  }
}

function onLinux(directory: string): number[] {
  const target = statSync(directory, { throwIfNoEntry: false, bigint: true })
  if (!target) return []
  return pidsInProc().filter((pid) => {
    try {
      const cwd = statSync(`/proc/${pid}/cwd`, { bigint: true })
      return cwd.ino === target.ino && cwd.dev === target.dev && isPostgresProgram(readlinkSync(`/proc/${pid}/exe`))
    } catch {
      // Gone meanwhile, a zombie, or another user's: none of them can be serving this directory.
      return false
    }
  })
}

function pidsInProc(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Whether a program is PostgreSQL's. If its file was replaced while it runs, it is shown as `<path> (deleted)`. */
function isPostgresProgram(path: string): boolean {
  return ['postgres', 'initdb'].includes(basename(path.replace(/ \(deleted\)$/, '')))
}

function onMac(directory: string): number[] {
  const { stdout } = spawnSync('lsof', ['-a', '-c', '/^(postgres|initdb)$/', '-d', 'cwd', '-Fpn'], { encoding: 'utf8' })
  const records = (stdout ?? '').split(/^p/m).map((record) => record.split('\n'))
  return records.filter((lines) => lines.includes(`n${directory}`)).map(([pid]) => Number(pid))
}

function onWindows(directory: string): number[] {
  const script =
    'Get-CimInstance Win32_Process -Filter "Name=\'postgres.exe\'" | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }'
  const { stdout } = spawnSync('powershell', ['-NoProfile', '-Command', script], {
    encoding: 'utf8',
    windowsHide: true,
  })
  const lines = (stdout ?? '').split(/\r?\n/).filter((line) => line.includes(directory))
  return lines.map((line) => Number.parseInt(line, 10))
}
