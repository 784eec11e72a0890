import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The options that `pg` needs to connect as superuser. */
export interface Connection {
  host: string
  port: number
  user: string
  password: string
  database: string
}

/**
 * Connects as soon as the server lets us, and proves that it is the right one. Rejects when `gaveUp` says so or after
 * two minutes. The client is the caller's to end.
 * @returns the open client and the server's version, such as `18.4`
 */
export async function connectWhenReady(
  connection: Connection,
  dataDir: string,
  serverPid: number | undefined,
  gaveUp: () => boolean,
): Promise<{ client: pg.Client; version: string }> {
  for (const end = Date.now() + 120_000; ; ) {
    const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return { client, version: await proveSameServer(client, dataDir, serverPid) }
    } catch (error) {
      await client.end().catch(() => {})
      if (error instanceof WrongServer || gaveUp() || Date.now() > end) throw error
      await sleep(20)
    }
  }
}

/** Thrown when the server that answered is not the one that was started. */
export class WrongServer extends Error {}

/**
 * Compares the server at the other end with the data directory: the cluster's identifier, the server's pid, the encoding.
 * Returns its version or throws WrongServer.
 */
export async function proveSameServer(
  client: pg.Client,
  dataDir: string,
  serverPid: number | undefined,
): Promise<string> {
  const { rows } = await client.query<{ cluster: string; pid: string; encoding: string; version: string }>(`
    select (select system_identifier from pg_control_system())::text as cluster,
           split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid,
           current_setting('server_encoding') as encoding,
           current_setting('server_version') as version`)
  const server = rows[0]
  if (server?.cluster !== clusterIdentifier(dataDir))
    throw new WrongServer(`Another PostgreSQL cluster answers in place of ${dataDir}.`)
  if (server.pid !== String(serverPid))
    throw new WrongServer(`PostgreSQL on ${dataDir} is process ${server.pid}, not the one started here.`)
  if (server.encoding !== 'UTF8')
    throw new WrongServer(`${dataDir} is encoded in ${server.encoding}, and only UTF8 is supported.`)
  return server.version
}

/** The identifier that initdb gave the cluster: the first eight bytes of its control file. */
function clusterIdentifier(dataDir: string): string {
  const fd = openSync(join(dataDir, 'global', 'pg_control'), 'r')
  const identifier = Buffer.alloc(8)
  readSync(fd, identifier, 0, 8, 0)
  closeSync(fd)
  return identifier.readBigUInt64LE().toString()
}
