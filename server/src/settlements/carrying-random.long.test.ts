import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seed } from '../kernel/testing/seed.ts'
import { adminClient } from '../kernel/testing.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { playCarrying } from './carrying-history.factory.ts'

/** A long random history of carrying; `carrying-random.test.ts` plays a short one with every change. */

let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

test('every rupee that was paid in is in one figure after 10,000 random acts of carrying, cancelling, editing and deleting [deposits 11.2]', async () => {
  const { answers, faults } = await playCarrying(server, admin, { acts: 10_000, companies: 4, every: 10 })
  expect(faults, `seed ${seed}`).toEqual([])
  // The history came to something: carryings were stored and refused, and what they hold was kept from going.
  for (const answer of [
    'carry 201',
    'carry 409',
    'cancel 200',
    'status 200',
    'status 409',
    'amount 409',
    'amount to settled 409',
    'delete 204',
    'delete 409',
  ])
    expect(answers.get(answer) ?? 0, `${answer}, seed ${seed}`).toBeGreaterThan(20)
}, 300_000)
