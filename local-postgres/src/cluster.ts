import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import {
  type Binaries,
  canReach,
  cleanEnvironment,
  giveTo,
  postgresMajor,
  type RunAs,
  reachableName,
} from './binaries.ts'
import type { LogFile } from './log-file.ts'
import { proveSameServer } from './readiness.ts'

/** A PostgreSQL cluster on disk: its files and the superuser's password, created and moved as one. */
export interface Cluster {
  dataDir: string
  password: string
}

export const superuser = 'postgres'
const clusterName = `postgres-${postgresMajor}`

/** The data directory of this major's cluster under `dir`, whether it exists or not. */
export function dataDirOf(dir: string): string {
  return join(dir, clusterName, 'data')
}

/** Whether a directory entry is an unfinished cluster. */
export function isStaging(name: string): boolean {
  return /^postgres-\d+\.tmp-/.test(name)
}

/** Creates the directory if it is missing; returns its real path. Throws one sentence if this process may not write to it. */
export function openDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dir = realpathSync(path)
  try {
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new Error(`This process may not write to ${dir}: give it that directory, or choose another one.`)
  }
  return dir
}

/** Throws one sentence if `dir` holds a cluster that these binaries must not touch. */
export function refuseForeignCluster(dir: string): void {
  const majors = readdirSync(dir).flatMap((name) => name.match(/^postgres-(\d+)$/)?.[1] ?? [])
  if (majors.length > 0 && !majors.includes(String(postgresMajor))) {
    throw new Error(wrongMajor(dir, majors.join(', ')))
  }
  const owner = statSync(join(dir, clusterName), { throwIfNoEntry: false })?.uid
  if (owner === undefined) return
  const uid = process.getuid?.() ?? owner
  if (uid !== 0 && uid !== owner) {
    throw new Error(
      `The database in ${dir} belongs to uid ${owner} and this process runs as uid ${uid}: start it as that user or as root.`,
    )
  }
  const versionFile = join(dataDirOf(dir), 'PG_VERSION')
  // A cluster gets its name only when it is complete, so that a missing part means damage, never an interrupted first start.
  if (!existsSync(versionFile))
    throw new Error(`${dataDirOf(dir)} is damaged, PG_VERSION is missing: restore it from a backup.`)
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major !== String(postgresMajor)) throw new Error(wrongMajor(dir, major))
}

function wrongMajor(dir: string, major: string): string {
  return `${dir} holds data of PostgreSQL ${major}, and this version runs PostgreSQL ${postgresMajor}: dump it with the version that wrote it and load it into an empty directory.`
}

/** Opens the cluster under `dir`, and creates it on the first start. `log` receives initdb's output. */
export async function openCluster(
  dir: string,
  binaries: Binaries,
  runAs: RunAs | undefined,
  log: LogFile,
): Promise<Cluster> {
  const home = join(dir, clusterName)
  if (!existsSync(home)) await createCluster(dir, home, binaries, runAs, log)
  const dataDir = dataDirOf(dir)
  // A backup restored by root belongs to root.
  if (runAs && statSync(dataDir).uid === 0) giveTo(runAs, home)
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
  return { dataDir, password: readFileSync(join(home, 'password'), 'utf8').trim() }
}

async function createCluster(
  dir: string,
  home: string,
  binaries: Binaries,
  runAs: RunAs | undefined,
  log: LogFile,
): Promise<void> {
  const staging = `${home}.tmp-${process.pid}`
  const dataDir = join(staging, 'data')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(staging, 'password'), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  giveTo(runAs, staging)
  try {
    await initdb({ binaries, dataDir, superuser, runAs, log })
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw error
  }
  syncDirectory(staging)
  renameSync(staging, home)
  syncDirectory(dir)
}

function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

/** The input of initdb. The superuser's password is read from the file `password` beside the data directory. */
interface InitdbPlan {
  binaries: Binaries
  dataDir: string
  superuser: string
  runAs: RunAs | undefined
  log: LogFile
}

/** Creates the cluster in the empty data directory and syncs it to disk. Rejects with the last lines of initdb's output. */
async function initdb(plan: InitdbPlan): Promise<void> {
  if (await runs(plan)) return
  // Containers often run under a uid without a name, which initdb requires.
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

/** Where PostgreSQL listens: the directory of its socket, or (Windows) the loopback address. */
export interface Endpoint {
  kind: 'socket' | 'tcp'
  host: string
  port: number
}

const port = 5432
const socketName = `.s.PGSQL.${port}`
// sun_path ends at 104 bytes on macOS and 108 on Linux, the closing zero included.
const maxSocketPath = 100

/**
 * Prepares an empty socket directory (Windows: a free port), private to this data directory. Only call it while nobody else serves that
 * directory.
 */
export async function prepareEndpoint(dir: string, runAs: RunAs | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return { kind: 'tcp', host: '127.0.0.1', port: await freePort() }
  const name = `pg-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`
  for (const host of [join(dir, 'socket'), ...shortBases().map((base) => join(base, name))]) {
    if (Buffer.byteLength(join(host, socketName)) >= maxSocketPath) continue
    if (claim(host, runAs)) return { kind: 'socket', host, port }
  }
  throw new Error(`No directory for PostgreSQL's socket can be used: tried ${dir} and ${shortBases().join(', ')}.`)
}

/** As root only in directories that nobody else may write to: in a shared one the entry could be swapped meanwhile. */
function shortBases(): string[] {
  if (process.getuid?.() === 0) return ['/run/local-postgres', '/var/run/local-postgres']
  return [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((base) => base !== undefined)
}

/** Makes the directory this process's own, private and empty. False if another user's entry is in the way, or it is out of reach. */
function claim(host: string, runAs: RunAs | undefined): boolean {
  try {
    mkdirSync(dirname(host), { recursive: true, mode: 0o711 })
    if (!canReach(runAs, host)) return false
    mkdirSync(host, { recursive: true, mode: 0o700 })
    const fd = openSync(host, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    try {
      if (![process.getuid?.(), runAs?.uid].includes(fstatSync(fd).uid)) return false
      fchmodSync(fd, 0o700)
      if (runAs) fchownSync(fd, runAs.uid, runAs.gid)
    } finally {
      closeSync(fd)
    }
    // The socket's lock file may name a pid that now belongs to another program, which PostgreSQL would take for a running server.
    for (const leftover of [socketName, `${socketName}.lock`]) rmSync(join(host, leftover), { force: true })
    return true
  } catch {
    return false
  }
}

/** Removes the empty socket directory. */
export function leaveEndpoint(endpoint: Endpoint): void {
  if (endpoint.kind === 'tcp') return
  try {
    rmdirSync(endpoint.host)
  } catch {
    // Left for the next start, which empties it.
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return free
}

/** The connection options, in the shape that `pg` takes. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/** The address and the pid that the server of the cluster under `dir` has written down. Throws if there are none. */
function announced(dir: string) {
  const dataDir = dataDirOf(dir)
  const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  const [pid, , , port, socketFolder, address] = lines
  const password = readFileSync(join(dataDir, '..', 'password'), 'utf8').trim()
  const connection = { host: socketFolder || address || '', port: Number(port), password }
  return { dataDir, pid: Number(pid), connection }
}

/**
 * The superuser's connection to the server that another process runs on `dir`; undefined if no server answers there, or if this user may
 * not read the password. That process may stop the server at any moment.
 */
export async function findRunningPostgres(dir: string): Promise<Connection | undefined> {
  let client: pg.Client | undefined
  try {
    const { dataDir, pid, connection } = announced(dir)
    const found = { ...connection, user: superuser, database: 'postgres' }
    client = new pg.Client({ ...found, ssl: false, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    await proveSameServer(client, dataDir, pid)
    return found
  } catch {
    return undefined
  } finally {
    await client?.end().catch(() => {})
  }
}
