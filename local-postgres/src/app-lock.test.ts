import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ownIdentity, takeAppLock } from './ownership.ts'
import { dirWithCluster, freshDir, query, spawnStarter, start } from './testing/starters.ts'

describe('a second starter', { timeout: 60_000 }, () => {
  test('is refused within 5 s by a sentence that names the holder, which keeps serving', async () => {
    const dir = await dirWithCluster()
    const holder = spawnStarter(dir, { mode: 'write' })
    await holder.outcome
    const before = Date.now()
    await expect(start(dir)).rejects.toThrow(new RegExp(`in use by process ${holder.pid}\\b`))
    expect(Date.now() - before).toBeLessThan(5_000)
    const seen = holder.acknowledged.length
    await expect.poll(() => holder.acknowledged.length).toBeGreaterThan(seen)
    await holder.kill()
  })

  test('is refused inside the same process too, and starts after a stop', async () => {
    const dir = await dirWithCluster()
    const first = await start(dir)
    await expect(start(dir)).rejects.toThrow(new RegExp(`process ${process.pid}\\b`))
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
    await Promise.all([first.stop(), first.stop()])
    await start(dir)
  })

  test('takes over from a holder that was killed', async () => {
    const dir = await dirWithCluster()
    const holder = spawnStarter(dir)
    await holder.outcome
    await holder.kill()
    expect(JSON.parse(readFileSync(join(dir, 'lock'), 'utf8')).pid).toBe(holder.pid)
    expect(await query(await start(dir), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is the only winner when six race for a dead lock', async () => {
    const dir = await dirWithCluster()
    writeFileSync(join(dir, 'lock'), JSON.stringify({ ...ownIdentity(), startTime: '1', nonce: 'of the dead' }))
    const starters = Array.from({ length: 6 }, () => spawnStarter(dir))
    const outcomes = await Promise.all(starters.map((starter) => starter.outcome))
    expect(outcomes.filter((outcome) => 'connection' in outcome)).toHaveLength(1)
    await Promise.all(starters.map((starter) => starter.kill()))
  })
})

test('of rivals that find the same dead lock at the same instant exactly one wins', { timeout: 60_000 }, async () => {
  const dir = freshDir()
  const rounds = Array.from({ length: 300 }, (_, round) => round)
  for (const round of rounds) {
    mkdirSync(join(dir, String(round)))
    const dead = { ...ownIdentity(), startTime: '1', nonce: `dead ${round}` }
    writeFileSync(join(dir, String(round), 'lock'), JSON.stringify(dead))
  }
  const script = fileURLToPath(new URL('./testing/lock-racer.ts', import.meta.url))
  const rivals = [1, 2, 3].map(() => spawn(process.execPath, [script, dir], { stdio: ['pipe', 'pipe', 'inherit'] }))
  await Promise.all(rivals.map((rival) => once(rival.stdout, 'data')))
  const startAt = Date.now() + 100
  for (const rival of rivals) rival.stdin.write(`${startAt}\n`)
  const outputs = await Promise.all(rivals.map((rival) => once(rival.stdout, 'data')))
  // Ended together: a rival that ended earlier would leave locks that slower ones may rightly take.
  for (const rival of rivals) rival.stdin.end()
  const won = outputs.flatMap((output): number[] => JSON.parse(String(output)))
  expect(won.sort((a, b) => a - b)).toEqual(rounds)
})

describe.concurrent('the lock file', { timeout: 30_000 }, () => {
  const writeLock = (dir: string, holder: object | string) =>
    writeFileSync(join(dir, 'lock'), typeof holder === 'string' ? holder : JSON.stringify(holder))
  const nonce = 'earlier'

  test.each([
    ['a live pid that belongs to a later process', { ...ownIdentity(), startTime: '1', nonce }],
    ['a pid that no longer runs', { ...ownIdentity(), pid: 2 ** 22 - 3, nonce }],
    ['nothing, after a power cut', ''],
    ['garbage', '{"pid":'],
  ])('is taken over when it holds %s', async (_what, holder) => {
    const dir = freshDir()
    writeLock(dir, holder)
    const lock = await takeAppLock(dir)
    expect(JSON.parse(readFileSync(join(dir, 'lock'), 'utf8')).pid).toBe(process.pid)
    lock.release()
    expect(readdirSync(dir)).toEqual([])
  })

  test('is respected when the start time of its live holder is unknown', async () => {
    const dir = freshDir()
    writeLock(dir, { ...ownIdentity(), startTime: null, nonce })
    await expect(takeAppLock(dir)).rejects.toThrow(`process ${process.pid}`)
  })

  test('survives the stop of a process that no longer owns it', async () => {
    const dir = freshDir()
    const lock = await takeAppLock(dir)
    writeLock(dir, { ...ownIdentity(), nonce: 'of the next' })
    lock.release()
    expect(readdirSync(dir)).toEqual(['lock'])
  })

  const elsewhere = { ...ownIdentity(), pidNamespace: 'pid:[1]', pid: 1, nonce }

  test('of another container is respected while its heartbeat continues', async () => {
    const dir = freshDir()
    writeLock(dir, elsewhere)
    const path = join(dir, 'lock')
    const beating = setInterval(() => utimesSync(path, new Date(), new Date()), 500)
    try {
      await expect(takeAppLock(dir)).rejects.toThrow('in use by process 1:')
    } finally {
      clearInterval(beating)
    }
  })

  test.each([
    ['another container', elsewhere],
    ['the time before a reboot', { ...ownIdentity(), bootId: 'earlier boot', nonce }],
  ])('of %s is taken over when its heartbeat has stopped', async (_what, holder) => {
    const dir = freshDir()
    writeLock(dir, holder)
    const justNow = Date.now()
    ;(await takeAppLock(dir)).release()
    expect(Date.now() - justNow).toBeGreaterThan(2_000)
    writeLock(dir, holder)
    const longAgo = new Date(justNow - 300_000)
    utimesSync(join(dir, 'lock'), longAgo, longAgo)
    ;(await takeAppLock(dir)).release()
    expect(Date.now() - justNow).toBeLessThan(9_000)
  })

  test('shows a heartbeat while it is held', async ({ expect }) => {
    const dir = freshDir()
    const lock = await takeAppLock(dir)
    const path = join(dir, 'lock')
    utimesSync(path, new Date(0), new Date(0))
    await expect.poll(() => statSync(path).mtimeMs, { timeout: 5_000 }).toBeGreaterThan(0)
    lock.release()
  })
})
