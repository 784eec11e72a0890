import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataDirOf } from './cluster.ts'
import { isRunning } from './ownership.ts'
import { dirWithCluster, eventually, freshDir, query, serverPid, spawnStarter, start } from './testing/starters.ts'

const quick = 10_000

async function startsWithin(ms: number, dir: string): Promise<void> {
  const before = Date.now()
  const server = await start(dir)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(Date.now() - before).toBeLessThan(ms)
}

describe.concurrent('a stale postmaster.pid', { timeout: 60_000 }, () => {
  const lines = (pid: number) => `${pid}\n/proc/self/cwd\n1700000000\n5432\n/nowhere\n\n  99  99\nready   \n`

  test.each([
    ['a dead pid', lines(2 ** 22 - 3)],
    ['nothing', ''],
    ['garbage', '\u0000\u0000 not a pid \n\n'],
    ['the pid of a live stranger (us)', lines(process.pid)],
    ['the pid of init', lines(1)],
  ])('that holds %s does not keep it from starting', async (_what, content) => {
    const dir = await dirWithCluster()
    writeFileSync(join(dataDirOf(dir), 'postmaster.pid'), content)
    await startsWithin(quick, dir)
  })

  test('beside a stale socket lock with the pid of another program does not either', async () => {
    const dir = await dirWithCluster()
    const server = await start(dir)
    await server.stop()
    mkdirSync(server.connection.host, { mode: 0o700 })
    writeFileSync(join(server.connection.host, '.s.PGSQL.5432.lock'), lines(process.pid))
    await startsWithin(quick, dir)
  })
})

describe.concurrent('a server that outlived its parent', { timeout: 60_000 }, () => {
  async function orphan(dir: string): Promise<number> {
    const starter = spawnStarter(dir)
    await starter.outcome
    const pid = serverPid(dir)
    await starter.kill()
    expect(isRunning(pid)).toBe(true)
    return pid
  }

  test('is stopped and replaced', async () => {
    const dir = await dirWithCluster()
    const pid = await orphan(dir)
    await startsWithin(quick, dir)
    expect(isRunning(pid)).toBe(false)
    expect(serverPid(dir)).not.toBe(pid)
  })

  test.each(['', 'garbage', 'removed'])('is found although its pid file is damaged (%s)', async (content) => {
    const dir = await dirWithCluster()
    const pid = await orphan(dir)
    const pidFile = join(dataDirOf(dir), 'postmaster.pid')
    if (content === 'removed') rmSync(pidFile)
    else writeFileSync(pidFile, content)
    await startsWithin(quick + 5_000, dir)
    expect(isRunning(pid)).toBe(false)
  })

  test('is not confused with a shell whose working directory is the data directory', async () => {
    const dir = await dirWithCluster()
    const stranger = spawn('sleep', ['60'], { cwd: dataDirOf(dir) })
    await startsWithin(quick, dir)
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
    stranger.kill('SIGKILL')
    await once(stranger, 'exit')
  })

  test('and was killed too, with its backends still ending, does not delay the next start', async () => {
    const dir = await dirWithCluster()
    const pid = await orphan(dir)
    process.kill(pid, 'SIGKILL')
    await startsWithin(quick, dir)
  })
})

test('unfinished clusters of dead starters are removed', { timeout: 30_000 }, async () => {
  const dir = freshDir()
  mkdirSync(join(dir, 'postgres-18.tmp-4242', 'data', 'base'), { recursive: true })
  await start(dir)
  await eventually(() => !existsSync(join(dir, 'postgres-18.tmp-4242')))
})
