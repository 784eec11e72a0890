import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { flags } from '@plinth/api/kernel/permissions'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from './account/account.factory.ts'
import { newSecret } from './auth/auth.rules.ts'
import { adminClient, newId, testSecret } from './kernel/testing.ts'
import { tokens } from './kernel/tokens.ts'
import { answeredElsewhere, type Graph, graphOf, inputFor, segments } from './test-graph.ts'
import type { Grid } from './test-server.ts'
import {
  type Client,
  type Company,
  everything,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from './test-server.ts'

/**
 * How somebody signs in, at every call, present and future: whoever has no more than a live token of somebody changes
 * nothing of it. This file lists no call.
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

/** Somebody signed in, who has set up a second factor since, and at whose sign-in five tries have failed. */
async function guardedPerson(grid: Grid = everything): Promise<Person> {
  const person = await company.as(grid)
  const secret = newSecret()
  await admin.query(
    `insert into second_factors (tenant_id, user_id, sealed_secret, confirmed_at, last_step) values ($1, $2, $3, now(), 0)`,
    [company.id, person.userId, tokens(testSecret).seal(secret, person.userId)],
  )
  await admin.query(`insert into login_attempts values ($1, 5, now() + interval '15 minutes')`, [
    `user ${person.userId}`,
  ])
  const base32 = new Secret({ buffer: Uint8Array.from(secret).buffer }).base32
  return { ...person, nextCode: codeOf(base32, now) }
}

/** All that decides how a person signs in. */
async function signInOf(userId: string) {
  const { rows } = await admin.query(
    `select u.email, u.mobile_no, p.hash, p.is_own, f.sealed_secret, f.pending_secret, f.confirmed_at, f.recovery_hashes
     from users u left join user_passwords p on p.user_id = u.id left join second_factors f on f.user_id = u.id where u.id = $1`,
    [userId],
  )
  return rows
}
const failuresOf = async (userId: string): Promise<number> =>
  (await admin.query('select attempts from login_attempts where key = $1', [`user ${userId}`])).rows[0]?.attempts ?? 0

/** What a body may say of how somebody signs in, each time another. */
const signInFields: Record<string, () => string> = {
  password: () => 'the tide is out today',
  newPassword: () => 'the tide is out today',
  email: () => `${newId()}@test.example`,
  mobileNo: () => String(Math.floor(1e11 + Math.random() * 9e11)),
}

/** The call about a person: as it is, and with each field of its own that says how somebody signs in. */
function callsAbout(
  userId: string,
  name: string,
  endpoint: Endpoint,
  proof: object,
): { label: string; input: object }[] {
  const input = inputFor(name, endpoint, { ...graph, users: userId, user: userId })
  const taken = Object.keys(shapeOf(endpoint.body))
  const given = Object.fromEntries(Object.entries(proof).filter(([field]) => taken.includes(field)))
  const body = 'body' in input && typeof input.body === 'object' ? input.body : undefined
  const withBody = (fields: object) => ({ ...input, body: { ...body, ...given, ...fields } })
  const named = Object.entries(signInFields).filter(([field]) => taken.includes(field))
  const all = Object.fromEntries(named.map(([field, made]) => [field, made()]))
  if (named.length === 0) return [{ label: 'as it is', input: taken.length > 0 ? withBody({}) : input }]
  // What a call cannot do without is there in each.
  return [
    { label: 'all', input: withBody(all) },
    ...named.map(([field, made]) => ({ label: field, input: withBody({ [field]: made() }) })),
  ]
}

const ownCalls = guarded.filter(([, { signIn }]) => signIn === 'own')
const othersCalls = guarded.filter(([, { signIn }]) => signIn === 'others')

describe('a token alone', () => {
  test.each(guarded)('changes nothing of how its owner signs in at %s', async (name, endpoint) => {
    const wrong = { currentPassword: 'not the password', code: '000000' }
    for (const attempt of [{}, wrong]) {
      const { userId, sendCall } = await guardedPerson()
      const before = await signInOf(userId)
      for (const { label, input } of callsAbout(userId, name, endpoint, attempt)) {
        const { status, text } = await sendCall(endpoint, input)
        expect(status, `${label}: ${text}`).toBeLessThan(500)
        expect(await signInOf(userId), `${label}: ${status} ${text}`).toEqual(before)
        expect(await failuresOf(userId), `${label}: tries are forgotten`).toBeGreaterThanOrEqual(5)
      }
    }
  })
})

describe('what changes one’s own sign-in', () => {
  test('is some calls, and some that are about others', () => {
    expect(ownCalls.length).toBeGreaterThan(3)
    expect(othersCalls.length).toBeGreaterThan(3)
  })

  test.each(ownCalls.filter(([name]) => !answeredElsewhere[name]))(
    'by %s asks for password and code, counts each try, and is done with both',
    async (name, endpoint) => {
      const person = await guardedPerson()
      const before = await signInOf(person.userId)
      const send = async (proof: object) => {
        const { input } = callsAbout(person.userId, name, endpoint, proof)[0] ?? { input: {} }
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
        expect(await failuresOf(person.userId)).toBe(6 + at)
      }
      expect(await signInOf(person.userId)).toEqual(before)
      expect((await send({ ...known, code: person.nextCode })).status).toBeLessThan(300)
      expect(await signInOf(person.userId)).not.toEqual(before)
      const [{ confirmed_at: factor }] = await signInOf(person.userId)
      // Good once: the code is used up.
      if (factor) expect(await send({ ...known, code: person.nextCode })).toMatchObject({ status: 400 })
      await admin.query('update login_attempts set attempts = 10 where key = $1', [`user ${person.userId}`])
      expect(await send(known)).toMatchObject({ status: 429 })
    },
  )
})

describe('what changes somebody else’s sign-in', () => {
  const helpersGrid = ({ allow }: Endpoint): Grid =>
    typeof allow === 'string' ? {} : { [[allow.module].flat()[0] ?? 'User']: [allow.can] }

  test.each(othersCalls)('is refused about oneself at %s, and says where to go', async (name, endpoint) => {
    const person = await guardedPerson()
    for (const { label, input } of callsAbout(person.userId, name, endpoint, {})) {
      const refusal = await person.refused(endpoint, input)
      expect(refusal, label).toMatchObject({ status: 409, message: expect.stringContaining('your own page') })
      if (label in signInFields) expect(refusal.fields?.map(({ path }) => path)).toEqual([label])
    }
  })

  test.each(othersCalls)(
    'is refused about somebody who may do more at %s, and changes nothing',
    async (name, endpoint) => {
      const grid = helpersGrid(endpoint)
      const helper = await company.as(grid)
      const above = await guardedPerson({ ...grid, Payroll: flags })
      const before = await signInOf(above.userId)
      for (const { label, input } of callsAbout(above.userId, name, endpoint, {})) {
        expect((await helper.refused(endpoint, input)).status, label).toBe(403)
        expect(await signInOf(above.userId)).toEqual(before)
        expect(await failuresOf(above.userId)).toBe(5)
      }
      expect((await above.sendCall(endpoints['getAccount'] as Endpoint, {})).status).toBe(200)
    },
  )

  test.each(othersCalls)('is possible about a peer at %s', async (name, endpoint) => {
    const grid = helpersGrid(endpoint)
    const [helper, peer] = [await company.as(grid), await guardedPerson(grid)]
    for (const { label, input } of callsAbout(peer.userId, name, endpoint, {}))
      expect((await helper.sendCall(endpoint, input)).status, label).toBeLessThan(300)
  })
})

test('a call with a record in its path is aimed at the caller where it can be', () => {
  const aimed = guarded.filter(([, endpoint]) => segments(endpoint).some(({ segment }) => segment === 'users'))
  expect(aimed.length).toBeGreaterThan(5)
})
