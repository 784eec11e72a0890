import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { binariesPackage } from './binaries.ts'
import { dataDirOf } from './cluster.ts'
import { proveSameServer } from './readiness.ts'
import { dirWithCluster, freshDir, query, serverPid, start } from './testing/starters.ts'

describe.concurrent('a directory that these binaries must not touch is refused in one sentence', {
  timeout: 30_000,
}, () => {
  test('a cluster of another major, by its name', async () => {
    const dir = freshDir()
    mkdirSync(join(dir, 'postgres-17', 'data'), { recursive: true })
    await expect(start(dir)).rejects.toThrow(
      /^\S+ holds data of PostgreSQL 17, and this version runs PostgreSQL 18: .*\.$/,
    )
  })

  test('a cluster of another major, by its PG_VERSION', async () => {
    const dir = freshDir()
    mkdirSync(dataDirOf(dir), { recursive: true })
    writeFileSync(join(dataDirOf(dir), 'PG_VERSION'), '19\n')
    await expect(start(dir)).rejects.toThrow(/holds data of PostgreSQL 19/)
  })

  test('a cluster that lost its PG_VERSION, instead of making a new one over it', async () => {
    const dir = await dirWithCluster()
    rmSync(join(dataDirOf(dir), 'PG_VERSION'))
    await expect(start(dir)).rejects.toThrow(/is damaged, .* restore it from a backup\.$/)
  })

  test('a refused start leaves no lock', async () => {
    const dir = freshDir()
    mkdirSync(join(dir, 'postgres-17'))
    await expect(start(dir)).rejects.toThrow()
    rmSync(join(dir, 'postgres-17'), { recursive: true })
    await start(dir)
  })
})

test.each([
  ['sunos', 'x64'],
  ['linux', 'arm'],
  ['win32', 'arm64'],
])('on %s-%s it asks for DATABASE_URL', (platform, arch) => {
  expect(() => binariesPackage(platform, arch)).toThrow(/^No PostgreSQL is packaged for .*: set DATABASE_URL .*\.$/)
})

describe('a server that answers', { timeout: 30_000 }, () => {
  async function prove(connection: object, dataDir: string, pid: number): Promise<string> {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      return await proveSameServer(client, dataDir, pid)
    } finally {
      await client.end()
    }
  }

  test('is accepted only when it serves our cluster, as the process we started, in UTF-8', async () => {
    const ours = freshDir()
    const theirs = freshDir()
    const server = await start(ours)
    await start(theirs)
    expect(await prove(server.connection, dataDirOf(ours), serverPid(ours))).toBe(server.version)
    await expect(prove(server.connection, dataDirOf(theirs), serverPid(ours))).rejects.toThrow(
      /Another PostgreSQL cluster/,
    )
    await expect(prove(server.connection, dataDirOf(ours), process.pid)).rejects.toThrow(/not the one started here/)
    await query(server, `create database ascii template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`)
    const ascii = { ...server.connection, database: 'ascii' }
    await expect(prove(ascii, dataDirOf(ours), serverPid(ours))).rejects.toThrow(/encoded in SQL_ASCII/)
  })
})
