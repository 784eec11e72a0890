import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Binaries } from './binaries.ts'
import type { LogFile } from './log-file.ts'
import { cleanEnvironment, type RunAs, reachableName } from './run-as.ts'

/** What initdb needs to know. The superuser's password is read from the file `password` beside the data directory. */
export interface InitdbPlan {
  binaries: Binaries
  dataDir: string
  superuser: string
  runAs: RunAs | undefined
  log: LogFile
}

/** Makes a cluster in the empty data directory and syncs it to disk. Rejects with the last lines of initdb's output. */
export async function initdb(plan: InitdbPlan): Promise<void> {
  if (await runs(plan)) return
  // Containers often run under a uid without a name, which initdb insists on.
  if (plan.log.tail().includes('could not look up effective user ID'))
    throw new Error('PostgreSQL needs the user it runs as to have a name: add one to /etc/passwd, or set DATABASE_URL.')
  throw new Error(`PostgreSQL's initdb failed. Its last lines:\n${plan.log.tail()}`)
}

async function runs({ binaries, dataDir, superuser, runAs, log }: InitdbPlan): Promise<boolean> {
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
    spawn(binaries.initdb, ['-D', reachableName(dataDir, runAs), ...flags, ...access], {
      ...options,
      stdio: ['ignore', fd, fd],
    }),
  )
  const [status] = await once(child, 'exit')
  return status === 0
}
