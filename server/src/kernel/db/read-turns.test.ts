import { filterDeadlines } from '@plinth/api/reminders/deadlines'
import { filterContracts } from '@plinth/api/tenders/contracts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { adminClient } from '../testing/databases.ts'
import { companyTurns } from './read-turns.ts'

let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  server = await startTestServer({ alone: true })
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** Counts the connections that wait for the locked table. */
async function waitingReads(): Promise<number> {
  const { rows } = await admin.query(`select count(*)::int as count from pg_locks
    where not granted and relation = 'obligation_marks'::regclass`)
  return rows[0].count
}

test('slow reads of one company leave connections to ten other companies and are all answered', async () => {
  const busy = await (await newCompany(server)).as()
  const others: Client[] = []
  while (others.length < 10) others.push(await (await newCompany(server)).as())
  await admin.query('begin; lock table obligation_marks')
  let answered = 0
  const slow = Array.from({ length: 24 }, async () => {
    const { status } = await busy.sendCall(filterDeadlines, { body: {} })
    answered += 1
    return status
  })
  await expect.poll(waitingReads, { interval: 10 }).toBe(2)
  const quick = await Promise.all(others.map((other) => other.sendCall(filterContracts, { body: {} })))
  expect(quick.map(({ status }) => status)).toEqual(others.map(() => 200))
  expect([answered, await waitingReads()]).toEqual([0, 2])
  await admin.query('commit')
  expect(await Promise.all(slow)).toEqual(slow.map(() => 200))
})

test('a company with 200 waiting reads is answered 429, and another company is not', async () => {
  const inTurn = companyTurns(1)
  let end = () => {}
  const first = inTurn('one', () => new Promise<void>((resolve) => (end = resolve)))
  const waiting = Array.from({ length: 200 }, () => inTurn('one', async () => 'read'))
  await expect(inTurn('one', async () => 'read')).rejects.toMatchObject({ status: 429, retryAfter: 2 })
  expect(await inTurn('another', async () => 'read')).toBe('read')
  end()
  await first
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'read'))
  expect(await inTurn('one', async () => 'read')).toBe('read')
})

test('a read that gets no turn in time is answered 503, and the turn goes to the next one', async () => {
  const inTurn = companyTurns(1, 0)
  let end = () => {}
  const first = inTurn('one', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(inTurn('one', async () => 'read')).rejects.toMatchObject({ status: 503, retryAfter: 2 })
  end()
  await first
  expect(await inTurn('one', async () => 'read')).toBe('read')
})
