import { endpoints } from '@plinth/api'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { flags } from '@plinth/api/kernel/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminClient } from '../kernel/testing/databases.ts'
import { answeredElsewhere, graphOf, segments } from '../testing/test-graph.ts'
import type { Graph } from '../testing/test-inputs.ts'
import {
  type Client,
  type Company,
  everything,
  type Grid,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { callsAbout, failuresOf, guard, signInFields, signInOf } from '../testing/test-sign-in.ts'

/**
 * A user's sign-in, at every call, present and future: a live token alone changes nothing of it. This file lists no
 * call.
 */

const now = Date.now()
const guarded = Object.entries(endpoints).filter(([, { allow }]) => allow !== 'public')

let server: TestServer
let company: Company
let graph: Graph
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ alone: true, now: () => now })
  if (!server.admin) throw new Error('no database of its own')
  admin = await adminClient(server.admin)
  company = await newCompany(server)
  graph = await graphOf({ owner: await company.as(), operator: await (await operatorCompany(server)).as() })
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

type Person = Client & { userId: string; nextCode: string }

/** A signed-in user who has set up a second factor since, with five failed sign-ins. */
async function guardedPerson(grid: Grid = everything): Promise<Person> {
  const person = await company.as(grid)
  const nextCode = await guard(admin, { tenantId: company.id, userId: person.userId }, now)
  return { ...person, nextCode }
}

const ownCalls = guarded.filter(([, { signIn }]) => signIn === 'own')
const othersCalls = guarded.filter(([, { signIn }]) => signIn === 'others')

describe('a token alone', () => {
  test.each(guarded)('changes nothing of its owner’s sign-in at %s', async (name, endpoint) => {
    const wrong = { currentPassword: 'not the password', code: '000000' }
    for (const attempt of [{}, wrong]) {
      const { userId, sendCall } = await guardedPerson()
      const before = await signInOf(admin, userId)
      for (const { label, input } of callsAbout(userId, name, endpoint, graph, attempt)) {
        const { status, text } = await sendCall(endpoint, input)
        expect(status, `${label}: ${text}`).toBeLessThan(500)
        expect(await signInOf(admin, userId), `${label}: ${status} ${text}`).toEqual(before)
        expect(await failuresOf(admin, userId), `${label}: tries are forgotten`).toBeGreaterThanOrEqual(5)
      }
    }
  })
})

describe('a call that changes one’s own sign-in', () => {
  test('exists, and so do calls that change somebody else’s', () => {
    expect(ownCalls.length).toBeGreaterThan(3)
    expect(othersCalls.length).toBeGreaterThan(3)
  })

  test.each(ownCalls.filter(([name]) => !answeredElsewhere[name]))(
    'by %s needs password and code, counts each attempt, and succeeds with both',
    async (name, endpoint) => {
      const person = await guardedPerson()
      const before = await signInOf(admin, person.userId)
      const send = async (proof: object) => {
        const { input } = callsAbout(person.userId, name, endpoint, graph, proof)[0] ?? { input: {} }
        const { status, text } = await person.sendCall(endpoint, input)
        return { status, ...(text && JSON.parse(text)) }
      }
      const known = { currentPassword: company.password }
      const refusals: [object, string][] = [
        [{ currentPassword: 'not the password', code: person.nextCode }, 'currentPassword'],
        [known, 'code'],
        [{ ...known, code: '12345x' }, 'code'],
      ]
      for (const [at, [proof, path]] of refusals.entries()) {
        expect(await send(proof), path).toMatchObject({ status: 400, fields: [{ path }] })
        expect(await failuresOf(admin, person.userId)).toBe(6 + at)
      }
      expect(await signInOf(admin, person.userId)).toEqual(before)
      expect((await send({ ...known, code: person.nextCode })).status).toBeLessThan(300)
      expect(await signInOf(admin, person.userId)).not.toEqual(before)
      const [{ confirmed_at: factor }] = await signInOf(admin, person.userId)
      // A code works once.
      if (factor) expect(await send({ ...known, code: person.nextCode })).toMatchObject({ status: 400 })
      await admin.query('update login_attempts set attempts = 10 where key = $1', [`user ${person.userId}`])
      expect(await send(known)).toMatchObject({ status: 429 })
    },
  )
})

describe('a call that changes somebody else’s sign-in', () => {
  const helpersGrid = ({ allow }: Endpoint): Grid =>
    typeof allow === 'string' ? {} : { [[allow.module].flat()[0] ?? 'User']: [allow.can] }

  test.each(othersCalls)('is refused for oneself at %s, with the place to go', async (name, endpoint) => {
    const person = await guardedPerson()
    for (const { label, input } of callsAbout(person.userId, name, endpoint, graph, {})) {
      const refusal = await person.refused(endpoint, input)
      expect(refusal, label).toMatchObject({ status: 409, message: expect.stringContaining('your own page') })
      if (label in signInFields) expect(refusal.fields?.map(({ path }) => path)).toEqual([label])
    }
  })

  test.each(othersCalls)(
    'is refused for a user with more permissions at %s, and changes nothing',
    async (name, endpoint) => {
      const grid = helpersGrid(endpoint)
      const helper = await company.as(grid)
      const above = await guardedPerson({ ...grid, Payroll: flags })
      const before = await signInOf(admin, above.userId)
      for (const { label, input } of callsAbout(above.userId, name, endpoint, graph, {})) {
        expect((await helper.refused(endpoint, input)).status, label).toBe(403)
        expect(await signInOf(admin, above.userId)).toEqual(before)
        expect(await failuresOf(admin, above.userId)).toBe(5)
      }
      expect((await above.sendCall(endpoints['getAccount'] as Endpoint, {})).status).toBe(200)
    },
  )

  test.each(othersCalls)('is possible for a peer at %s', async (name, endpoint) => {
    const grid = helpersGrid(endpoint)
    const [helper, peer] = [await company.as(grid), await guardedPerson(grid)]
    for (const { label, input } of callsAbout(peer.userId, name, endpoint, graph, {}))
      expect((await helper.sendCall(endpoint, input)).status, label).toBeLessThan(300)
  })
})

test('calls with a record in their path target the caller where possible', () => {
  const aimed = guarded.filter(([, endpoint]) => segments(endpoint).some(({ segment }) => segment === 'users'))
  expect(aimed.length).toBeGreaterThan(5)
})
