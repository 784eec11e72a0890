import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphOf } from '../server/src/testing/test-graph.ts'
import type { Graph } from '../server/src/testing/test-inputs.ts'
import { type Company, everyPlatformFlag } from '../server/src/testing/test-server.ts'
import { chance, times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { Description, type Operation } from './src/fuzz-document.ts'
import { faultsOf, headerFaults } from './src/fuzz-judge.ts'
import { badLines } from './src/fuzz-lines.ts'
import { damagedToken, type Shot, Shots } from './src/fuzz-shots.ts'
import { curlOf, exchange, type Reply, type Wire, wireTo } from './src/fuzz-wire.ts'
import { type LoadServer, type Person, startLoadServer } from './src/load-server.ts'
import { structureFaults } from './src/soundness.ts'

/** Sends valid, invalid and hostile requests to every operation of the server and judges every answer. */

const shotsInAll = times(3_000, 110_000)
const lines = 12
const shotsOfAGraph = 500

const random = chance('fuzz')
let server: LoadServer
let company: Company
let operators: Company
let wire: Wire
let description: Description
let shots: Shots
let people: Record<'owner' | 'operator', Person>

const graphFor = (): Promise<Graph> => graphOf(people)

/** New sessions and records: deleted or damaged records are replaced, and tokens do not expire. */
async function renew(): Promise<void> {
  people = { owner: await server.person(company), operator: await server.person(operators, everyPlatformFlag) }
  shots.graph = await graphFor()
}

beforeAll(async () => {
  server = await startLoadServer()
  company = await server.newCompany()
  operators = await server.operators()
  wire = wireTo(server.url, lines)
  const { text } = await wire.send({ method: 'GET', path: '/openapi.json', headers: {} })
  description = new Description(text)
  shots = new Shots(random, description)
  await renew()
})
afterAll(async () => {
  wire.close()
  await server.stop()
})

/** Calls that end their own session: each is made in a new session that nothing else uses. */
const endings = new Set([
  'POST /auth/api/auth/logout',
  'DELETE /auth/api/account/sessions',
  'PUT /auth/api/account/password',
])

async function authorized(shot: Shot): Promise<Shot> {
  const { who, operation, headers } = shot
  if (who === 'nobody') return shot
  if (who === 'damaged')
    return { ...shot, headers: { ...headers, authorization: damagedToken(people.owner.accessToken, random) } }
  const person = endings.has(operation.name) ? await server.person(company) : people[who]
  return { ...shot, headers: { ...headers, authorization: `Bearer ${person.accessToken}` } }
}

/** Checks that a created record can be read, and that a deleted one is gone. */
async function lifecycleFaults(shot: Shot, reply: Reply): Promise<string[]> {
  const { operation } = shot
  const id = /"id":"([0-9a-f-]{36})"/.exec(reply.text)?.[1]
  const known = (method: string) =>
    description.operations.find(({ name }) => name === `${method} ${operation.path}/{id}`)
  if (reply.status !== 201 || !id || !shot.isAimed) return []
  const one = (method: string) =>
    wire.send({
      method,
      path: `${shot.path.split('?')[0]}/${id}`,
      headers: { authorization: String(shot.headers['authorization']) },
    })
  const faults: string[] = []
  if (known('GET') && (await one('GET')).status !== 200) faults.push('what was made cannot be read')
  if (known('DELETE')) {
    const { status } = await one('DELETE')
    if (status === 204 && known('GET') && (await one('GET')).status !== 404)
      faults.push('what was deleted is still there')
    if (status === 204 && (await one('DELETE')).status !== 404) faults.push('what was deleted is deleted again')
  }
  return faults
}

interface Storm {
  sent: number
  statuses: Map<number, number>
  faults: Map<string, { count: number; first: string }>
  milliseconds: number[]
}

async function sendAndJudge(operation: Operation, number: number, storm: Storm): Promise<void> {
  const shot = await authorized(shots.next(operation, number))
  let faults: string[]
  try {
    const reply = await wire.send(shot)
    storm.statuses.set(reply.status, (storm.statuses.get(reply.status) ?? 0) + 1)
    storm.milliseconds.push(reply.milliseconds)
    faults = [...faultsOf(shot, reply, description), ...(await lifecycleFaults(shot, reply))].map(
      (fault) => `${reply.status}: ${fault}`,
    )
  } catch (error) {
    faults = [`no answer: ${error}`]
  }
  storm.sent += 1
  for (const fault of faults) {
    const key = fault.includes('the header') ? fault : `${operation.name}: ${fault.slice(0, 200)}`
    const first = curlOf(server.url, shot)
    const known = storm.faults.get(key) ?? { count: 0, first }
    // Printed at once, because a long run may be stopped early.
    if (known.count === 0) console.log(`fuzz: after ${storm.sent} requests ${key}\n    ${first}`)
    storm.faults.set(key, { ...known, count: known.count + 1 })
  }
}

describe(`fuzzing with ${shotsInAll} requests`, () => {
  const storm: Storm = { sent: 0, statuses: new Map(), faults: new Map(), milliseconds: [] }

  test('gets every answer as it is described, and none with a server fault', async () => {
    while (storm.sent < shotsInAll) {
      const until = Math.min(storm.sent + shotsOfAGraph, shotsInAll)
      let number = storm.sent
      const line = async () => {
        while (number < until) {
          const mine = number
          number += 1
          const operation = description.operations[mine % description.operations.length]
          if (operation) await sendAndJudge(operation, mine, storm)
        }
      }
      await Promise.all(Array.from({ length: lines }, line))
      await renew()
    }
    const counted = [...storm.statuses].toSorted(([one], [other]) => one - other)
    console.log(
      `fuzz: ${storm.sent} requests at ${description.operations.length} calls; ${counted.map(([status, count]) => `${status} ${count}`).join(', ')}`,
    )
    printTimes('fuzz: answers', storm.milliseconds)
    expect((storm.statuses.get(503) ?? 0) / storm.sent, 'told to wait').toBeLessThan(0.01)
    expect([...storm.faults].map(([fault, { count, first }]) => `${count} x ${fault}\n    ${first}`)).toEqual([])
  })
})

describe('a method that is not described', () => {
  const all = [
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'MKCOL',
    'LOCK',
    'QUERY',
    'SEARCH',
  ]

  test('answers 404 or 405 at every address', async () => {
    const paths = [...new Set(description.operations.map(({ path }) => path))]
    const faults: string[] = []
    const at = async (path: string) => {
      const known = description.operations.filter((operation) => operation.path === path)
      const filled = path.replace(/\{\w+\}/g, () => '018f0000-0000-7000-8000-000000000000')
      for (const method of all) {
        const isTaken = description.operations.some(
          (operation) =>
            operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(filled),
        )
        if (known.some((operation) => operation.method === method) || isTaken) continue
        const headers = { authorization: `Bearer ${people.owner.accessToken}`, 'content-type': 'application/json' }
        const reply = await wire.send({ method, path: filled, headers, body: '{}' })
        if (![404, 405].includes(reply.status)) faults.push(`${method} ${path}: ${reply.status}`)
        faults.push(...headerFaults(reply).map((fault) => `${method} ${path}: ${fault}`))
      }
    }
    await Promise.all(paths.map(at))
    expect(paths.length).toBeGreaterThan(50)
    expect(faults).toEqual([])
  })
})

describe('a line that is no request or contradicts itself', () => {
  test.each(Object.entries(badLines))(
    'with %s is refused once in the common envelope, and closed',
    async (_, { bytes, statuses }) => {
      const reply = await exchange(server.url, Buffer.from(bytes, 'latin1'))
      const answers = reply.match(/HTTP\/1\.1 \d{3}/g) ?? []
      expect(answers.length, reply).toBeLessThanOrEqual(1)
      if (statuses.length === 0) return
      expect(
        statuses.map((status) => `HTTP/1.1 ${status}`),
        reply,
      ).toContain(answers[0])
      const [head = '', body = ''] = reply.split('\r\n\r\n')
      // Node's own answer to a request that never reaches the server has no body, and no headers that could be checked.
      if (body.length <= '0\r\n'.length) return
      const named = head.split('\r\n').slice(1)
      const headers = Object.fromEntries(named.map((line) => line.toLowerCase().split(': ')))
      expect(headerFaults({ status: 0, headers })).toEqual([])
      if (!reply.startsWith('HTTP/1.1 200')) expect(body).toContain('{"code":')
    },
  )
})

describe('after fuzzing', () => {
  test('the server is ready, its memory is back to normal, and its database is sound', async () => {
    expect(await server.at.statusOf('/readyz')).toBe(200)
    const { resident, faults } = { resident: await server.resident(), faults: await structureFaults(server.at) }
    console.log(`fuzz: ${Math.round(resident / 2 ** 20)} MB resident after the storm`)
    expect(faults).toEqual([])
    // The peak of memory: an argon2 hash for each core, three files in memory, and the server itself.
    expect(resident).toBeLessThan(times(600, 800) * 2 ** 20)
    const owner = await server.person(company)
    expect(
      (
        await wire.send({
          method: 'GET',
          path: '/auth/api/auth/session',
          headers: { authorization: `Bearer ${owner.accessToken}` },
        })
      ).status,
    ).toBe(200)
  })
})
