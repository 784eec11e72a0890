import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canReach, type RunAs } from './run-as.ts'

/** Where PostgreSQL listens: a directory that holds its socket, or (Windows) the loopback address. */
export interface Endpoint {
  kind: 'socket' | 'tcp'
  host: string
  port: number
}

const port = 5432
const socketName = `.s.PGSQL.${port}`
// sun_path ends at 104 bytes on macOS and 108 on Linux, the closing zero included.
const maxSocketPath = 100

/** Prepares an empty place to listen, private to this data directory. Only call it while nobody else serves that directory. */
export async function prepareEndpoint(dir: string, runAs: RunAs | undefined): Promise<Endpoint> {
  if (process.platform === 'win32') return { kind: 'tcp', host: '127.0.0.1', port: await freePort() }
  const name = `pg-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`
  for (const host of [join(dir, 'socket'), ...shortBases().map((base) => join(base, name))]) {
    if (Buffer.byteLength(join(host, socketName)) >= maxSocketPath) continue
    if (claim(host, runAs)) return { kind: 'socket', host, port }
  }
  throw new Error(`No directory for PostgreSQL's socket can be used: tried ${dir} and ${shortBases().join(', ')}.`)
}

/** As root only where nobody else may write: in a shared directory the entry could be swapped under our hands. */
function shortBases(): string[] {
  if (process.getuid?.() === 0) return ['/run/local-postgres', '/var/run/local-postgres']
  return [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((base) => base !== undefined)
}

/** Makes the directory ours, private and empty. False when somebody else's entry is in the way, or it is out of reach. */
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
    // The socket's lock file names a pid that may be a stranger's by now, which PostgreSQL would take for a running server.
    for (const leftover of [socketName, `${socketName}.lock`]) rmSync(join(host, leftover), { force: true })
    return true
  } catch {
    return false
  }
}

/** Takes the empty socket directory away again. */
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
