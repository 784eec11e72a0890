import { getSession, login, refresh } from '@plinth/api/access/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRunning } from '../local-postgres/src/ownership.ts'
import { client } from '../server/src/testing/test-server.ts'
import { chance, isShort, rounds } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { eventually, foundCompany, type Installation, newInstallation, signalTo } from './src/installation.ts'
import { checkFaults, recordFaults, structureFaults } from './src/soundness.ts'
import { Desk } from './src/writers.ts'

/**
 * Kills the server, its database or a process of the database during all kinds of writes, again and again: acknowledged writes
 * are kept, nothing is half stored, and the server recovers without help.
 */

const victims = chance('crash: victims')

let at: Installation
let desk: Desk
/** The duration of each outage, in milliseconds from the kill. */
let outages: number[] = []

beforeAll(async () => {
  at = await newInstallation()
  await at.start()
  const company = await foundCompany(at)
  desk = new Desk(at.url, company, await company.signIn(), 'crash')
  await desk.furnish()
})

afterAll(async () => {
  const { acknowledged, unanswered, refused, size } = desk.ledger
  console.log(
    `crash: ${acknowledged} writes acknowledged (${size} records), ${unanswered} not answered, ${refused} refused`,
  )
})

/** Expects that every acknowledged write is stored as acknowledged, and that the database is sound from within. */
async function expectNothingLost({ all = false } = {}): Promise<void> {
  const { ledger } = desk
  await desk.signInAgain()
  expect(await ledger.resend(desk.by)).toBe(0)
  expect(await ledger.check(desk.by, { all })).toEqual([])
  expect(await desk.fileFaults()).toEqual([])
  expect(await recordFaults(at, desk)).toEqual([])
  expect(await structureFaults(at)).toEqual([])
  expect(ledger.unexplained).toEqual([])
}

/** A session whose first refresh token is used up and whose second is valid. */
async function spentToken() {
  const first = await client(at.url).ok(login, { body: desk.company.as })
  const second = await client(at.url).ok(refresh, { body: { refreshToken: first.refreshToken } })
  return { spent: first.refreshToken, next: second }
}

const exchange = async (refreshToken: string) =>
  (await client(at.url).sendCall(refresh, { body: { refreshToken } })).status

/**
 * Kills the process that `victim` names under a running server; returns for how many milliseconds calls failed. Until all
 * previous database processes are gone, one of them may still answer its last call with success.
 */
async function outageAfter(victim: () => number): Promise<number> {
  const killed = victim()
  const before = [killed, ...at.backends()]
  const since = performance.now()
  signalTo(killed, 'SIGKILL')
  await eventually(async () => {
    const isGone = !before.some(isRunning)
    const { status, headers } = await desk.by.sendCall(getSession, {})
    expect([200, 503]).toContain(status)
    if (status === 503) expect(headers.get('retry-after')).toBe('2')
    expect(await at.statusOf('/healthz')).toBe(200)
    return isGone && status === 200
  }, 'the database is back')
  return performance.now() - since
}

describe('kill -9', () => {
  test('of the server: the next start needs no help and has every acknowledged write', async () => {
    const ready: number[] = []
    for (let round = 0; round < rounds(3, 50); round += 1) {
      const { spent, next } = await spentToken()
      desk.begin()
      await desk.untilSomeMoment()
      await at.kill()
      await desk.stop()
      ready.push(await at.start())
      // Simulates that the time has passed in which a token may be sent twice.
      await at.query(`update sessions set rotated_at = rotated_at - interval '11 seconds'`)
      expect(await exchange(spent)).toBe(401)
      expect(await exchange(next.refreshToken)).toBe(401)
      expect((await client(at.url, next.accessToken).sendCall(getSession, {})).status).toBe(401)
      await expectNothingLost()
    }
    printTimes('ready after kill -9 of the server', ready)
  })

  const databases: [string, () => number][] = [
    ['the database server', () => at.postmaster() ?? 0],
    ['one process of the database', () => victims.pick(at.backends())],
  ]
  test.each(isShort ? databases.slice(0, 1) : databases)(
    'of %s: the server keeps running, answers only 503 meanwhile, and recovers',
    async (what, victim) => {
      outages = []
      const { pid } = at
      const before = desk.ledger.unanswered
      let retried = 0
      for (let round = 0; round < rounds(3, 50); round += 1) {
        desk.cutOff = []
        desk.begin()
        await desk.untilSomeMoment()
        outages.push(await outageAfter(victim))
        await desk.stop()
        // Simulates that no time has passed: a slow machine may need more than the ten seconds in which a token may be sent twice.
        await at.query('update sessions set rotated_at = now() where rotated_at is not null')
        // A client that did not get its new tokens retries with the old one.
        for (const token of desk.cutOff) {
          expect(await exchange(token)).toBe(200)
          retried += 1
        }
        await expectNothingLost()
      }
      printTimes(`serving after kill -9 of ${what}`, outages)
      console.log(`${retried} refreshes that were cut off were done again`)
      expect(desk.ledger.unanswered - before).toBe(0)
      expect(at.pid).toBe(pid)
      expect(at.isAlive).toBe(true)
    },
  )

  test('many times leaves every acknowledged record and document unchanged', async () => {
    await expectNothingLost({ all: true })
    expect((await at.stop()).code).toBe(0)
    expect(await checkFaults(at)).toEqual([])
  })
})
