import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataDirOf } from './cluster.ts'
import { isRunning } from './ownership.ts'
import { postgresProcessesIn } from './postgres-processes.ts'
import {
  dirWithCluster,
  eventually,
  query,
  serverPid,
  sleepingBackend,
  spawnStarter,
  start,
} from './testing/starters.ts'

/** Checks that every acknowledged row exists, no parent lacks its child, and indexes agree with tables. */
async function expectNothingLost(server: { connection: object }, acknowledged: number[]): Promise<void> {
  const [row] = await query<{ found: string; orphans: string }>(
    server,
    `select (select count(*) from parent where id = any('{${acknowledged.join()}}')) as found,
            (select count(*) from parent full join child using (id) where parent is null or child is null) as orphans`,
  )
  expect(row).toEqual({ found: String(acknowledged.length), orphans: '0' })
  await query(
    server,
    `create extension if not exists amcheck;
     select bt_index_check(indexrelid, true) from pg_index where indrelid in ('parent'::regclass, 'child'::regclass)`,
  )
  expect(await query(server, `select * from verify_heapam('parent')`)).toEqual([])
}

describe.concurrent('acknowledged rows', { timeout: 120_000 }, () => {
  test('survive kill -9 of the node process, again and again, without manual repair', async () => {
    const dir = await dirWithCluster()
    const acknowledged: number[] = []
    for (const rows of [1, 40, 7, 90, 20, 60]) {
      const starter = spawnStarter(dir, { mode: 'write' })
      expect(await starter.outcome).toHaveProperty('connection')
      await eventually(() => starter.acknowledged.length >= rows, 30_000)
      await starter.kill()
      acknowledged.push(...starter.acknowledged)
    }
    expect(acknowledged.length).toBeGreaterThan(50)
    await expectNothingLost(await start(dir), acknowledged)
  })

  test('survive kill -9 of node and PostgreSQL at once', async () => {
    const dir = await dirWithCluster()
    const acknowledged: number[] = []
    for (const rows of [60, 1, 20, 7]) {
      const starter = spawnStarter(dir, { mode: 'write' })
      expect(await starter.outcome).toHaveProperty('connection')
      await eventually(() => starter.acknowledged.length >= rows, 30_000)
      process.kill(serverPid(dir), 'SIGKILL')
      await starter.kill()
      acknowledged.push(...starter.acknowledged)
    }
    await expectNothingLost(await start(dir), acknowledged)
  })
})

describe.concurrent('PostgreSQL that dies under its supervisor', { timeout: 120_000 }, () => {
  test('comes back after kill -9 of the server, three times, and reports it', async () => {
    const dir = await dirWithCluster()
    const log: string[] = []
    const server = await start(dir, { log: (line) => log.push(line) })
    await query(server, 'create table kept (id int); insert into kept values (7)')
    for (let round = 0; round < 3; round++) {
      process.kill(serverPid(dir), 'SIGKILL')
      await eventually(() => !server.isUp())
      await eventually(() => server.isUp())
      expect(await query(server, 'select id from kept')).toEqual([{ id: 7 }])
    }
    expect(log.filter((line) => line.includes('up again'))).toHaveLength(3)
  })

  test('comes back after kill -9 of one backend', async () => {
    const dir = await dirWithCluster()
    const server = await start(dir)
    const { pid, outcome } = await sleepingBackend(server)
    const postmaster = serverPid(dir)
    process.kill(pid, 'SIGKILL')
    expect(await outcome).toBeInstanceOf(Error)
    await eventually(() => !server.isUp())
    await eventually(() => server.isUp())
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(serverPid(dir)).toBe(postmaster)
  })

  test('comes back after another process stopped it', async () => {
    const dir = await dirWithCluster()
    const server = await start(dir)
    process.kill(serverPid(dir), 'SIGINT')
    await eventually(() => !server.isUp())
    await eventually(() => server.isUp())
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe.concurrent('a stop', { timeout: 60_000 }, () => {
  test('ends the server cleanly, releases the directory, and can be repeated', async () => {
    const dir = await dirWithCluster()
    const server = await start(dir)
    const pid = serverPid(dir)
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(isRunning(pid)).toBe(false)
    expect(server.isUp()).toBe(false)
    expect(existsSync(join(dir, 'lock'))).toBe(false)
    expect(existsSync(join(dataDirOf(dir), 'postmaster.pid'))).toBe(false)
  })

  test('during a restart leaves nothing running', async () => {
    for (const moment of ['killed', 'down', 'starting again', 'there again']) {
      const dir = await dirWithCluster()
      const log: string[] = []
      const server = await start(dir, { log: (line) => log.push(line) })
      const pidFile = join(dataDirOf(dir), 'postmaster.pid')
      const killed = serverPid(dir)
      process.kill(killed, 'SIGKILL')
      const isReached: Record<string, () => boolean> = {
        killed: () => true,
        down: () => !server.isUp(),
        'starting again': () => log.some((line) => line.includes('starting it again')),
        'there again': () => existsSync(pidFile) && serverPid(dir) !== killed,
      }
      await eventually(() => isReached[moment]?.())
      await server.stop()
      expect(existsSync(join(dir, 'lock')), moment).toBe(false)
      expect(postgresProcessesIn(dataDirOf(dir)), moment).toEqual([])
      await (await start(dir)).stop()
      expect(postgresProcessesIn(dataDirOf(dir)), moment).toEqual([])
    }
  })

  test('waits for a restart that is still clearing up, and ends it', async () => {
    const dir = await dirWithCluster()
    const log: string[] = []
    const server = await start(dir, { log: (line) => log.push(line) })
    const { pid, outcome } = await sleepingBackend(server)
    process.kill(pid, 'SIGSTOP')
    process.kill(serverPid(dir), 'SIGKILL')
    await eventually(() => log.some((line) => line.includes('starting it again')))
    const leftWhenStopped = server.stop().then(() => postgresProcessesIn(dataDirOf(dir)))
    // By then the stop has had its time, and still holds the directory.
    await expect(start(dir)).rejects.toThrow(`process ${process.pid}`)
    expect(isRunning(pid)).toBe(true)
    process.kill(pid, 'SIGKILL')
    expect(await leftWhenStopped).toEqual([])
    await (await start(dir)).stop()
    expect(postgresProcessesIn(dataDirOf(dir))).toEqual([])
    expect(await outcome).toBeInstanceOf(Error)
  })

  test('is not needed for a clean end: a process that exits also ends PostgreSQL', async () => {
    const dir = await dirWithCluster()
    const starter = spawnStarter(dir)
    await starter.outcome
    const pid = serverPid(dir)
    await starter.exit()
    await eventually(() => !isRunning(pid), 5_000)
    expect(existsSync(join(dataDirOf(dir), 'postmaster.pid'))).toBe(false)
  })

  test('ends a backend that does not react, after 10 s', { timeout: 40_000 }, async () => {
    const dir = await dirWithCluster()
    const server = await start(dir)
    const { pid, outcome } = await sleepingBackend(server)
    process.kill(pid, 'SIGSTOP')
    const before = Date.now()
    await server.stop()
    expect(Date.now() - before).toBeGreaterThan(9_500)
    expect(Date.now() - before).toBeLessThan(20_000)
    expect(isRunning(pid)).toBe(false)
    await outcome
  })
})
