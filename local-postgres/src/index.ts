import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { takeAppLock } from './app-lock.ts'
import { findBinaries, removeOldCopies } from './binaries.ts'
import { dataDirOf, isStaging, openCluster, refuseForeignCluster, superuser } from './cluster.ts'
import { isSpaceLow } from './disk-space.ts'
import { leaveEndpoint, prepareEndpoint } from './endpoint.ts'
import { clearPreviousServer, clearStaging } from './leftovers.ts'
import { openLogFile } from './log-file.ts'
import { chooseRunAs } from './run-as.ts'
import { Supervisor } from './supervisor.ts'

export interface LocalPostgres {
  /** Superuser connection over the unix socket (Windows: 127.0.0.1), in the shape `pg` takes. */
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  /** PostgreSQL's version, such as `18.4`. */
  readonly version: string
  /** False while PostgreSQL is down and being brought back. */
  readonly isUp: () => boolean
  /** True while free disk space is under the floor; measured every two seconds. */
  readonly isDiskLow: () => boolean
  /** Shuts down: asks for a fast shutdown, after 10 s for an immediate one; then gives the directory free. Idempotent. */
  stop(): Promise<void>
}

export interface LocalPostgresOptions {
  /** Directory for everything: cluster, lock, log, socket. Made when missing. */
  dir: string
  /** Receives one line for each event an operator should see. */
  log?: (line: string) => void
  /** More PostgreSQL settings, which win over the launcher's own. */
  settings?: Record<string, string>
  /** Free bytes under which the disk counts as low. Default: 512 MB, or 5 % of the file system where that is less. */
  diskFloorBytes?: number
}

const careEveryMs = 2_000

/**
 * Starts PostgreSQL on `dir`, making the cluster on the first call and repairing whatever an earlier process left behind.
 * Rejects with one sentence to show to a person: the directory is in use (names the pid), holds another major, no binaries
 * run here; or with the last 50 lines of PostgreSQL's log when it does not start.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  mkdirSync(options.dir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dir = realpathSync(options.dir)
  refuseUnwritable(dir)
  const lock = await takeAppLock(dir)
  try {
    const server = await startLocked(dir, options)
    const stopAll = async () => {
      await server.stop()
      lock.release()
    }
    let stopped: Promise<void> | undefined
    return { ...server.handle, stop: () => (stopped ??= stopAll()) }
  } catch (error) {
    lock.release()
    throw error
  }
}

function refuseUnwritable(dir: string): void {
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(`This process may not write to ${dir}: give it that directory, or choose another one.`)
  }
}

async function startLocked(dir: string, options: LocalPostgresOptions) {
  const log = options.log ?? (() => {})
  refuseForeignCluster(dir)
  const runAs = chooseRunAs(dir, dataDirOf(dir))
  const binaries = findBinaries(dir, runAs)
  await clearStaging(dir, isStaging, binaries.pgCtl)
  await clearPreviousServer(dataDirOf(dir), binaries.pgCtl, log)
  removeOldCopies(dir, binaries)
  const logFile = openLogFile(join(dir, 'postgres.log'))
  const { dataDir, password } = await openCluster(dir, binaries, runAs, logFile)
  const endpoint = await prepareEndpoint(dir, runAs)
  const connection = { host: endpoint.host, port: endpoint.port, user: superuser, password, database: 'postgres' }
  const { postgres, pgCtl } = binaries
  const settings = options.settings ?? {}
  const supervisor = new Supervisor({ postgres, pgCtl, dataDir, endpoint, settings, connection, runAs, logFile, log })
  await supervisor.start()

  let diskLow = await isSpaceLow(dir, options.diskFloorBytes)
  const lookAfter = async () => {
    try {
      diskLow = await isSpaceLow(dir, options.diskFloorBytes)
      logFile.rotate()
    } catch (error) {
      log(`looking after ${dir} failed: ${(error as Error).message}`)
    }
  }
  const care = setInterval(() => void lookAfter(), careEveryMs).unref()
  const stop = async () => {
    clearInterval(care)
    await supervisor.stop()
    leaveEndpoint(endpoint)
  }
  const handle = { connection, version: supervisor.version, isUp: () => supervisor.isUp, isDiskLow: () => diskLow }
  return { handle, stop }
}
