import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openLogFile } from './log-file.ts'
import { reserveBytes } from './reserve.ts'
import { isSpaceLow } from './supervisor.ts'
import { dirWithCluster, eventually, freshDir, query, start } from './testing/starters.ts'

const megabyte = 1024 * 1024

describe.concurrent('low disk space', { timeout: 60_000 }, () => {
  test('is detected at the start', async () => {
    const high = await start(await dirWithCluster(), { diskFloorBytes: Number.MAX_SAFE_INTEGER })
    expect(high.isDiskLow()).toBe(true)
    expect(await query(high, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await start(await dirWithCluster(), { diskFloorBytes: 0 })).isDiskLow()).toBe(false)
  })

  test.skipIf(process.platform !== 'linux')('is detected when it begins and when it ends', async () => {
    const dir = await dirWithCluster()
    const { bavail, bsize } = statfsSync(dir)
    const server = await start(dir, { diskFloorBytes: bavail * bsize - 2_048 * megabyte })
    expect(server.isDiskLow()).toBe(false)
    const ballast = join(dir, 'ballast')
    expect(spawnSync('fallocate', ['-l', String(4_096 * megabyte), ballast]).status).toBe(0)
    await eventually(() => server.isDiskLow())
    rmSync(ballast)
    await eventually(() => !server.isDiskLow())
  })

  test('is backed by a reserve, created once the database is up', async () => {
    const dir = await dirWithCluster()
    const reserve = join(dir, 'reserve')
    const server = await start(dir, { diskFloorBytes: 0 })
    await eventually(() => existsSync(reserve) && statSync(reserve).size === reserveBytes)
    expect(statSync(reserve).blocks * 512).toBeGreaterThanOrEqual(reserveBytes)
    rmSync(reserve)
    await eventually(() => existsSync(reserve) && statSync(reserve).size === reserveBytes)
    await server.stop()
    await (await start(dir, { diskFloorBytes: Number.MAX_SAFE_INTEGER })).stop()
    expect(statSync(reserve).size).toBe(reserveBytes)
  })

  test('means less than 512 MB or 5 %, whichever is less', async () => {
    const dir = freshDir()
    const { bavail, bsize, blocks } = statfsSync(dir)
    const floor = Math.min(512 * megabyte, 0.05 * blocks * bsize)
    expect(await isSpaceLow(dir)).toBe(bavail * bsize < floor)
  })
})

describe.concurrent('the log', { timeout: 60_000 }, () => {
  test('is rotated under a running server, which keeps writing', async () => {
    const dir = await dirWithCluster()
    const path = join(dir, 'postgres.log')
    const server = await start(dir)
    appendFileSync(path, 'x'.repeat(11 * megabyte))
    await eventually(() => statSync(path).size < megabyte)
    expect(statSync(`${path}.1`).size).toBeGreaterThan(11 * megabyte)
    await query(server, `select 'written on'::int`).catch(() => {})
    await eventually(() => readFileSync(path, 'utf8').includes('written on'))
    expect(statSync(path).size).toBeLessThan(megabyte)
  })

  test('gives errors the last 50 lines of the present run, no more', async () => {
    const path = join(freshDir(), 'postgres.log')
    appendFileSync(path, 'of an earlier run\n')
    const log = openLogFile(path)
    expect(log.tail()).toBe('')
    for (let line = 1; line <= 60; line++) appendFileSync(path, `line ${line}\n`)
    expect(log.tail().split('\n')).toEqual(Array.from({ length: 50 }, (_, index) => `line ${index + 11}`))
  })

  test('of PostgreSQL survives a failed start', async () => {
    const dir = await dirWithCluster()
    await expect(start(dir, { settings: { max_connections: '-1' } })).rejects.toThrow(
      /did not start.*exited with 1.*max_connections/s,
    )
  })
})
