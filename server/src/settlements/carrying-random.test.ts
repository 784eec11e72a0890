import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seed } from '../kernel/testing/seed.ts'
import { adminClient } from '../kernel/testing.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { playCarrying } from './carrying-history.factory.ts'

/** A short random history of carrying; `carrying-random.long.test.ts` plays a long one. */

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

test('every rupee that was paid in is in one figure after 300 random acts of carrying, cancelling, editing and deleting [deposits 11.2]', async () => {
  const { answers, faults } = await playCarrying(server, admin, { acts: 300, companies: 2, every: 1 })
  expect(faults, `seed ${seed}`).toEqual([])
  // The history came to something: carryings were stored and refused, and what they hold was kept from going.
  for (const answer of ['carry 201', 'carry 409', 'cancel 200', 'status 200', 'status 409', 'delete 409'])
    expect(answers.get(answer) ?? 0, `${answer}, seed ${seed}`).toBeGreaterThan(0)
})
