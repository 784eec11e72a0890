import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataDirOf } from './cluster.ts'
import { isRunning } from './ownership.ts'
import { postgresProcessesIn } from './postgres-processes.ts'
import { eventually, freshDir, query, spawnStarter, start } from './testing/starters.ts'

describe.concurrent('a first start', { timeout: 60_000 }, () => {
  test('creates a UTF-8 cluster with checksums, whatever the surrounding locale', async () => {
    process.env.LC_ALL = 'C'
    const server = await start(freshDir())
    delete process.env.LC_ALL
    const [row] = await query(
      server,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
              current_setting('lc_messages') as messages, datlocprovider::text as provider, datlocale as locale,
              length('₹ढ') as characters, upper('é') as upper
       from pg_database where datname = current_database()`,
    )
    const expected = { encoding: 'UTF8', checksums: 'on', messages: 'C', provider: 'b', locale: 'C.UTF-8' }
    expect(row).toEqual({ ...expected, characters: 2, upper: 'É' })
    expect(server.version).toMatch(/^18\./)
  })

  test('applies the settings that keep data safe and requests bounded', async () => {
    const server = await start(freshDir(), { settings: { work_mem: '8MB', lock_timeout: '4s' } })
    const rows = await query<{ name: string; setting: string }>(
      server,
      `select name, current_setting(name) as setting from pg_settings where name in ('fsync', 'full_page_writes',
       'synchronous_commit', 'statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout', 'max_connections',
       'max_wal_size', 'TimeZone', 'work_mem', 'listen_addresses', 'password_encryption', 'unix_socket_permissions')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      statement_timeout: '10s',
      idle_in_transaction_session_timeout: '15s',
      lock_timeout: '4s',
      max_connections: '40',
      max_wal_size: '256MB',
      TimeZone: 'UTC',
      work_mem: '8MB',
      listen_addresses: '',
      password_encryption: 'scram-sha-256',
      unix_socket_permissions: '0700',
    })
  })

  test('protects data, password and socket from other users, and requires the password', async () => {
    const dir = freshDir()
    const server = await start(dir)
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect(modeOf(dataDirOf(dir))).toBe('700')
    expect(modeOf(join(dir, 'postgres-18', 'password'))).toBe('600')
    expect(modeOf(join(dir, 'postgres.log'))).toBe('600')
    expect(modeOf(server.connection.host)).toBe('700')
    await expect(query({ connection: { ...server.connection, password: 'guess' } }, 'select 1')).rejects.toThrow(
      /password/,
    )
  })

  test.each([
    ['blanks, a comma and a quote', `a b, "c" d'e`],
    ['letters beyond ASCII', 'données-ढाँचा'],
    ['more bytes than a socket path may have', 'long-'.repeat(30)],
  ])('works in a directory whose name has %s', async (_what, name) => {
    const dir = join(freshDir(), name)
    const server = await start(dir)
    expect(Buffer.byteLength(`${server.connection.host}/.s.PGSQL.5432`)).toBeLessThan(100)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(await query(await start(dir), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('takes less than a second once the cluster exists', async () => {
    const dir = freshDir()
    await (await start(dir)).stop()
    const times: number[] = []
    for (let run = 0; run < 3; run++) {
      const before = Date.now()
      await (await start(dir)).stop()
      times.push(Date.now() - before)
    }
    expect(Math.min(...times)).toBeLessThan(1_000)
  })

  const stagedIn = (dir: string) => join(dir, readdirSync(dir).find((name) => name.includes('.tmp-')) ?? 'none', 'data')
  const isStaged = (path: string) => (dir: string) =>
    existsSync(join(stagedIn(dir), path)) || existsSync(dataDirOf(dir))
  test.each<[string, (dir: string) => boolean]>([
    ['as it begins', () => true],
    ['with the directory taken', (dir) => existsSync(join(dir, 'lock'))],
    ['with a directory for initdb', isStaged('.')],
    ['with a version', isStaged('PG_VERSION')],
    ['with settings', isStaged('postgresql.conf')],
    ['with a control file', isStaged('global/pg_control')],
    ['with a cluster in its place', (dir) => existsSync(dataDirOf(dir))],
    ['with a server on it', (dir) => existsSync(join(dataDirOf(dir), 'postmaster.pid'))],
  ])('killed %s is completed by the next one', async (_, isReached) => {
    const dir = freshDir()
    const starter = spawnStarter(dir)
    await eventually(() => isReached(dir), 60_000)
    await starter.kill()
    const server = await start(dir)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dir).filter((name) => name.includes('.tmp-') || name.includes('claim'))).toEqual([])
  })

  test('killed inside initdb leaves no cluster, and its initdb is ended before the next start', async () => {
    const dir = freshDir()
    const starter = spawnStarter(dir)
    const staged = () => stagedIn(dir)
    await eventually(() => existsSync(join(staged(), 'PG_VERSION')))
    // Frozen, so that they do not end by themselves before the next start looks.
    const frozen = postgresProcessesIn(staged()).filter(freeze)
    await starter.kill()
    const orphans = postgresProcessesIn(staged())
    // A process that was frozen between fork and exec is by now the shell with which initdb runs the next program, or is gone with it.
    for (const shell of frozen.filter((pid) => !orphans.includes(pid) && isRunning(pid))) process.kill(shell, 'SIGKILL')
    expect(existsSync(join(dir, 'postgres-18'))).toBe(false)
    const server = await start(dir)
    expect(orphans).not.toEqual([])
    expect(orphans.filter(isRunning)).toEqual([])
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('that fails reports why, with the last lines of the log', async () => {
    const dir = freshDir()
    await expect(start(dir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value.*"shared_buffers"/s,
    )
    expect(readFileSync(join(dir, 'postgres.log'), 'utf8')).toContain('plenty')
    // The refused start released everything.
    await start(dir)
  })

  test('creates a directory that does not exist yet, with its parents', async () => {
    const dir = join(freshDir(), 'deep', 'er')
    await start(dir)
    mkdirSync(dir, { recursive: true })
    expect(existsSync(dataDirOf(dir))).toBe(true)
  })
})

/** False if the process has just ended by itself. */
function freeze(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGSTOP')
  } catch {
    return false
  }
}
