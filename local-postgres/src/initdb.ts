import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Binaries, copyHomes } from './binaries.ts'
import type { LogFile } from './log-file.ts'
import { cleanEnvironment, type RunAs, reachableName } from './run-as.ts'

/** What initdb needs to know. The superuser's password is read from the file `password` beside the data directory. */
export interface InitdbPlan {
  dir: string
  binaries: Binaries
  dataDir: string
  superuser: string
  runAs: RunAs | undefined
  log: LogFile
}

/** Makes a cluster in the empty data directory and syncs it to disk. Rejects with the last lines of initdb's output. */
export async function initdb(plan: InitdbPlan): Promise<void> {
  if (await runs(plan, plan.binaries.initdb)) return
  if (process.platform === 'linux' && plan.log.tail().includes('could not look up effective user ID')) {
    const patched = patchedPrograms(plan)
    const made = await runs(plan, join(patched, 'bin', 'initdb'))
    rmSync(patched, { recursive: true, force: true })
    if (made) return
  }
  throw new Error(`PostgreSQL's initdb failed. Its last lines:\n${plan.log.tail()}`)
}

async function runs({ dataDir, superuser, runAs, log }: InitdbPlan, program: string): Promise<boolean> {
  const flags = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--lc-messages=C',
  ]
  const access = ['--auth=scram-sha-256', `--username=${superuser}`, '--pwfile=../password', '--data-checksums']
  const options = { cwd: dataDir, env: cleanEnvironment(), windowsHide: true, ...runAs }
  const child = log.withDescriptor((fd) =>
    spawn(program, ['-D', reachableName(dataDir, runAs), ...flags, ...access], {
      ...options,
      stdio: ['ignore', fd, fd],
    }),
  )
  const [status] = await once(child, 'exit')
  return status === 0
}

/**
 * A server runs under any uid, but making a cluster insists that the uid has a name, only to offer it as the superuser's,
 * which we give ourselves. Containers often run under a uid without one. Programs that ask the C library for the first
 * account instead of their own are satisfied; the two function names have the same length.
 */
function patchedPrograms({ binaries, dir, runAs }: InitdbPlan): string {
  // A fresh directory that only we can write to, so it is safe below the temporary one even as root.
  const copy = mkdtempSync(join(copyHomes(dir, runAs)[0] ?? tmpdir(), 'bin-initdb-'))
  chmodSync(copy, 0o755)
  const native = dirname(dirname(binaries.initdb))
  mkdirSync(join(copy, 'bin'), { mode: 0o755 })
  for (const shared of ['lib', 'share']) symlinkSync(join(native, shared), join(copy, shared))
  for (const program of ['initdb', 'postgres']) {
    const bytes = readFileSync(join(native, 'bin', program))
    const at = bytes.indexOf('\0getpwuid\0')
    if (at >= 0) bytes.write('\0getpwent\0', at, 'latin1')
    writeFileSync(join(copy, 'bin', program), bytes, { mode: 0o755 })
  }
  return copy
}
