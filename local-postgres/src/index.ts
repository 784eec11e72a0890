import { join } from 'node:path'
import { chooseRunAs, findBinaries, removeOldCopies } from './binaries.ts'
import * as cluster from './cluster.ts'
import { openLogFile } from './log-file.ts'
import { clearPreviousServer, clearStaging, takeAppLock } from './ownership.ts'
import { Supervisor, startCare } from './supervisor.ts'

export { findRunningPostgres } from './cluster.ts'

export interface LocalPostgres {
  /** Superuser connection over the unix socket (Windows: 127.0.0.1), in the shape `pg` takes. */
  readonly connection: cluster.Connection
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
  /** False while PostgreSQL is down and being restarted. */
  readonly isUp: () => boolean
  /** True while free disk space is under the floor, or the reserve had to be given up; measured every two seconds. */
  readonly isDiskLow: () => boolean
  /** Shuts down: asks for a fast shutdown, after 10 s for an immediate one; then releases the directory. Idempotent. */
  stop(): Promise<void>
}

export interface LocalPostgresOptions {
  /** The directory for everything: cluster, lock, log, socket. Created if missing. */
  dir: string
  /** Receives one line for each event that an operator should see. */
  log?: (line: string) => void
  /** More PostgreSQL settings, which override the launcher's own. */
  settings?: Record<string, string>
  /** Free bytes under which the disk counts as low. Default: 512 MB, or 5 % of the file system if that is less. */
  diskFloorBytes?: number
}

/**
 * Starts PostgreSQL on `dir`. Creates the cluster on the first call, and repairs whatever an earlier process left behind. Rejects with one
 * sentence to show to a user: the directory is in use (names the pid), holds another major version, or no binaries run here; or with the
 * last 50 lines of PostgreSQL's log if it does not start.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const dir = cluster.openDirectory(options.dir)
  const lock = await takeAppLock(dir)
  try {
    const server = await startLocked(dir, options)
    const stopAll = () => server.stop().then(() => lock.release())
    let stopped: Promise<void> | undefined
    return { ...server.handle, stop: () => (stopped ??= stopAll()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startLocked(dir: string, { log = () => {}, settings = {}, diskFloorBytes }: LocalPostgresOptions) {
  cluster.refuseForeignCluster(dir)
  const runAs = chooseRunAs(dir, cluster.dataDirOf(dir))
  const binaries = findBinaries(dir, runAs)
  await clearStaging(dir, cluster.isStaging, binaries.pgCtl)
  await clearPreviousServer(cluster.dataDirOf(dir), binaries.pgCtl, log)
  removeOldCopies(dir, binaries)
  const logFile = openLogFile(join(dir, 'postgres.log'))
  const { dataDir, password } = await cluster.openCluster(dir, binaries, runAs, logFile)
  const endpoint = await cluster.prepareEndpoint(dir, runAs)
  const { host, port } = endpoint
  const connection = { host, port, user: cluster.superuser, password, database: 'postgres' }
  const { postgres, pgCtl } = binaries
  const supervisor = new Supervisor({ postgres, pgCtl, dataDir, endpoint, settings, connection, runAs, logFile, log })
  // Before the database: on a full disk it starts in the space of the reserve.
  const care = await startCare(dir, diskFloorBytes, logFile, log)
  try {
    await supervisor.start()
  } catch (error) {
    await care.stop()
    throw error
  }
  const stop = async () => {
    await care.stop()
    await supervisor.stop()
    cluster.leaveEndpoint(endpoint)
  }
  const handle = { connection, version: supervisor.version, isUp: () => supervisor.isUp, isDiskLow: care.isDiskLow }
  return { handle, stop }
}
