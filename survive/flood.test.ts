import { setTimeout as sleep } from 'node:timers/promises'
import { getSession, login } from '@plinth/api/access/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../server/src/kernel/testing/databases.ts'
import { type Company, client } from '../server/src/testing/test-server.ts'
import { chance, isLong, times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { rawBodies } from './src/fuzz-values.ts'
import { type Wire, wireTo } from './src/fuzz-wire.ts'
import { type LoadServer, startLoadServer } from './src/load-server.ts'
import { checkFaults, structureFaults } from './src/soundness.ts'

/** A minute of wrong sign-ins from a few addresses, as many at once as the server accepts. */

const minute = 60_000
const megabyte = 2 ** 20
let server: LoadServer
let company: Company
let wire: Wire

beforeAll(async () => {
  server = await startLoadServer()
  company = await server.newCompany()
  wire = wireTo(server.url, 64)
})
afterAll(() => wire.close())

const signIn = (body: string, address: string) =>
  wire.send({
    method: 'POST',
    path: login.path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body,
  })

interface SignIn {
  accessToken: string
  milliseconds: number
}
const statuses = new Map<number, number>()
/**
 * The most sign-ins in a minute. Each leaves about half a kilobyte of garbage in V8's old space, which is collected once the
 * space has grown by 20 MB or so: over five minutes the memory rises and falls. A fast machine would reach the limit below
 * before that.
 */
const mostSignIns = 75_000

/** Floods the server; returns the sign-ins of another person meanwhile. */
async function flood(email: string, name: string): Promise<SignIn[]> {
  const end = performance.now() + minute
  const served: SignIn[] = []
  let sent = 0
  const isOver = () => performance.now() >= end || sent >= mostSignIns
  const attacker = async (_: unknown, at: number) => {
    const random = chance(`flood: attacker ${at} of ${name}`)
    while (!isOver()) {
      sent += 1
      const wrong = JSON.stringify({ emailOrMobile: newId(), password: newId(), tenantName: company.name })
      const body = random.whole(3) === 0 ? random.pick(rawBodies) : wrong
      const { status } = await signIn(body, `203.0.113.${at % 8}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const other = async () => {
    const body = JSON.stringify({ emailOrMobile: email, password: company.password, tenantName: company.name })
    while (!isOver()) {
      const { status, text, milliseconds } = await signIn(body, '2001:db8::1')
      expect(status).toBe(200)
      served.push({ accessToken: JSON.parse(text).accessToken, milliseconds })
      await sleep(100)
    }
  }
  await Promise.all([...Array.from({ length: 48 }, attacker), other()])
  return served
}

test('a flood of sign-ins of every kind does not raise memory, and others sign in meanwhile', async () => {
  const { email } = await company.person({})
  // After the first minute of a long run the heap has its full size, which depends on the memory of the machine.
  if (isLong) await flood(email, 'the first minute')
  const before = await server.resident()
  const served = await flood(email, 'the measured minute')
  const grown = (await server.resident()) - before
  const count = [...statuses.values()].reduce((sum, one) => sum + one, 0)
  console.log(
    `flood: ${count} sign-ins (${[...statuses].map(([status, one]) => `${status} ${one}`).join(', ')}), memory ${Math.round(grown / megabyte)} MB more`,
  )
  printTimes(
    'flood: sign-ins of somebody else meanwhile',
    served.map(({ milliseconds }) => milliseconds),
  )
  expect([...statuses.keys()].filter((status) => ![400, 401, 413, 429].includes(status))).toEqual([])
  // At most a hundred tries from each of eight addresses reached the password hash.
  expect(statuses.get(401)).toBeLessThanOrEqual(800)
  expect(served.length).toBeGreaterThan(0)
  // Memory for calls in progress: hashes of 19 MiB, one for each thread that computes them, and bodies.
  expect(grown).toBeLessThan(times(160, 64) * megabyte)
  const sessionStatuses = await Promise.all(
    served.map(async ({ accessToken }) => (await client(server.url, accessToken).sendCall(getSession, {})).status),
  )
  expect(sessionStatuses.filter((status) => status !== 200)).toEqual([])
})

test('after a flood of sign-ins the server is ready, its database is sound, and it stops cleanly', async () => {
  expect(await server.at.statusOf('/readyz')).toBe(200)
  expect(await structureFaults(server.at)).toEqual([])
  expect((await server.stop()).code).toBe(0)
  expect(await checkFaults(server.at)).toEqual([])
})
