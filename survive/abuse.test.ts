import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSession, login, refresh } from '@plinth/api/access/auth'
import { deleteDocument, listDocuments, uploadDocument } from '@plinth/api/documents/documents'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { getContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentForm } from '../server/src/documents/documents/documents.factory.ts'
import { newId } from '../server/src/kernel/testing/databases.ts'
import { fileOf } from '../server/src/platform/contract-imports/contract-imports.factory.ts'
import { newContract } from '../server/src/tenders/contracts/contracts.factory.ts'
import { type Company, client } from '../server/src/testing/test-server.ts'
import { chance, times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { type Wire, wireTo } from './src/fuzz-wire.ts'
import { type LoadServer, type Person, startLoadServer } from './src/load-server.ts'
import { endlessBody, slowKinds, slowLine } from './src/load-slow.ts'

/** Clients that try to exhaust the server: others are served meanwhile, and nothing is left behind. */

const megabyte = 2 ** 20
let server: LoadServer
let company: Company
let owner: Person
let wire: Wire
let slow: ReturnType<typeof slowLine>[]
/** How long each call of another client took until the last slow connection was closed, in milliseconds. */
let servedMeanwhile: Promise<number[]>

beforeAll(async () => {
  server = await startLoadServer()
  company = await server.newCompany()
  owner = await server.person(company)
  wire = wireTo(server.url, 64)
  // The server closes them after half a minute; the other tests of this file run meanwhile.
  const kinds = Object.entries(slowKinds(owner))
  slow = Array.from({ length: times(300, 1_000) }, (_, at) => {
    const [kind, first] = kinds[at % kinds.length] ?? ['', '']
    return slowLine(server.url, kind, first, times(2_000, 10_000))
  })
  servedMeanwhile = serveMeanwhile()
})
afterAll(async () => {
  for (const { socket } of slow) socket.destroy()
  wire.close()
  await server.stop()
})

async function serveMeanwhile(): Promise<number[]> {
  const served: number[] = []
  const isOver = Promise.all(slow.map(({ cut }) => cut)).then(() => true)
  for (let over = false; !over; over = await Promise.race([isOver, sleep(100, false)])) {
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const { status, milliseconds } = await wire.send({ method: 'GET', path: getSession.path, headers })
    if (status !== 200) throw new Error(`beside slow lines: ${status}`)
    served.push(milliseconds)
  }
  return served
}

let visitors = 0
const newAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8::${visitors.toString(16)}` }
}
const tryLogin = (body: object) =>
  wire.send({
    method: 'POST',
    path: login.path,
    headers: { 'content-type': 'application/json', ...newAddress() },
    body: JSON.stringify(body),
  })
/** Rotates the order, so that the first of one round is the last of the next. */
const rotate = <T>(list: T[], by: number) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Exchanges a refresh token, and retries after 503. */
async function exchange(refreshToken: string) {
  for (;;) {
    const reply = await client(server.url).sendCall(refresh, { body: { refreshToken } })
    if (reply.status !== 503) return reply
  }
}

describe('concurrent refreshes of one token', () => {
  test(`leave one live successor each and never two, ${times(50, 1_000)} times over`, async () => {
    const races = times(50, 1_000)
    const { userId } = await company.person({})
    let next = 0
    const faults: string[] = []
    const race = async () => {
      while (next < races) {
        next += 1
        const { refreshToken } = await server.session(company, userId)
        const replies = await Promise.all(Array.from({ length: 6 }, () => exchange(refreshToken)))
        const pairs = replies
          .filter(({ status }) => status === 200)
          .map(({ text }) => JSON.parse(text) as { refreshToken: string; accessToken: string })
        if (pairs.length !== replies.length) faults.push(`${pairs.length} of ${replies.length} were answered`)
        if (new Set(pairs.map((pair) => pair.refreshToken)).size !== 1) faults.push('two successors')
        const [pair] = pairs
        const last = pair && (JSON.parse((await exchange(pair.refreshToken)).text) as { accessToken: string })
        // The token is two generations old, so its holder counts as a thief and the whole family ends.
        const replayed = await exchange(refreshToken)
        const alive = last && (await client(server.url, last.accessToken).sendCall(getSession, {}))
        if (replayed.status !== 401 || alive?.status !== 401)
          faults.push(`after a replay: ${replayed.status}, ${alive?.status}`)
      }
    }
    await Promise.all(Array.from({ length: 3 }, race))
    console.log(
      `abuse: ${races} races of 6 refreshes, ${faults.length} of them with more than one family or a survivor of the replay`,
    )
    expect(faults).toEqual([])
  })
})

describe('an endless body', () => {
  const chunked = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\nauthorization: Bearer ${owner.accessToken}\r\ntransfer-encoding: chunked\r\n\r\n`

  test.each([
    ['a public call', '/auth/api/auth/login', 'application/json', 1],
    ['a call of somebody signed in', '/project/api/contracts/filter', 'application/json', 1],
    ['an import that is no form', '/project/api/contracts/v2/bulk-upload', 'application/json', 20],
    [
      'an import that never comes to its file',
      '/project/api/contracts/v2/bulk-upload',
      'multipart/form-data; boundary=x',
      20,
    ],
  ])('to %s is refused and cut off soon after its limit', async (_, path, type, limit) => {
    const before = await server.resident()
    const { taken, received } = await endlessBody(server.url, chunked(path, type), 1_000 * megabyte)
    // If the server understood nothing of it, it closes the connection without an answer.
    expect(received).toMatch(/^$|^HTTP\/1\.1 4(?:00|13|15) /)
    // The buffers of both ends come on top, and what the server reads so that its answer arrives.
    expect(taken).toBeLessThan((2 * limit + 60) * megabyte)
    expect((await server.resident()) - before).toBeLessThan(96 * megabyte)
  })

  test('does not block a later import', async () => {
    const { status, text } = await owner.sendCall(uploadContracts, {
      query: {},
      body: fileOf(`Contract name\nRoad ${newId()}\n`),
    })
    expect(status, text).toBe(200)
  })
})

describe('uploads', () => {
  const arrivals = () =>
    readdirSync(join(server.at.dataDir, 'files'), { recursive: true }).filter((name) => String(name).includes('arriv'))
      .length

  test('of one company, ten at once, are stored or refused with a time to wait, and leave nothing when aborted', async () => {
    const { id } = await newContract(owner)
    const leftovers = arrivals()
    const size = times(2, 50) * megabyte
    const before = await server.resident()
    const file = () => new File([Buffer.alloc(size, 'measured on site ')], 'survey.txt')
    const abort = new AbortController()
    const upload = async (signal?: AbortSignal) => {
      const { tenantId, accessToken } = owner
      const form = new FormData()
      for (const [name, value] of Object.entries(documentForm(tenantId, id, { file: file() }))) form.append(name, value)
      const headers = { authorization: `Bearer ${accessToken}` }
      const reply = await fetch(server.url + uploadDocument.path, {
        method: 'POST',
        headers,
        body: form,
        ...(signal && { signal }),
      })
      return { status: reply.status, retry: reply.headers.get('retry-after') }
    }
    const aborted = Array.from({ length: times(10, 100) }, () =>
      upload(abort.signal).catch(() => ({ status: 0, retry: null })),
    )
    // The seed decides when all uploads are aborted.
    await sleep(chance('abuse: uploads that are given up').between(0, times(60, 800)))
    abort.abort()
    await Promise.all(aborted)
    // Aborted uploads free their slots.
    await expect.poll(async () => (await upload()).status, { timeout: 60_000 }).toBe(201)
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload()))
    const stored = replies.filter(({ status }) => status === 201).length
    const waiting = replies.filter(({ status, retry }) => status === 429 && retry !== null).length
    const grown = (await server.resident()) - before
    console.log(
      `abuse: of 10 uploads of ${size / megabyte} MB at once ${stored} were stored, ${waiting} told to wait; memory ${Math.round(grown / megabyte)} MB more`,
    )
    expect([stored + waiting, stored > 0]).toEqual([10, true])
    expect(grown).toBeLessThan(160 * megabyte)
    await expect.poll(arrivals, { timeout: 60_000 }).toBe(leftovers)
    const listed = await owner.ok(listDocuments, { query: { entityType: 'CONTRACT', entityId: id } })
    for (const one of listed) await owner.ok(deleteDocument, { params: { id: one.id } })
  })
})

describe('response time', () => {
  const tries = 200

  /**
   * Alternates the kinds, so that a busy machine slows all requests alike. Printed, not asserted: other processes share the
   * machine.
   */
  async function compare(
    what: string,
    rounds: number,
    kinds: Record<string, () => Promise<{ status: number; milliseconds: number }>>,
  ) {
    const taken = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]))
    const statuses = new Set<number>()
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of rotate(Object.entries(kinds), round)) {
        const { status, milliseconds } = await work()
        statuses.add(status)
        if (round > 2) taken.get(name)?.push(milliseconds)
      }
    const medians = [...taken].map(([name, values]) => ({ name, at: median(values) }))
    const [first, ...others] = medians
    const differences = others.map(
      ({ name, at }) => `${name} ${((100 * (at - (first?.at ?? 0))) / (first?.at ?? 1)).toFixed(1)} %`,
    )
    console.log(
      `abuse: ${what}, ${rounds} times each: ${first?.name} ${first?.at.toFixed(2)} ms; ${differences.join(', ')}`,
    )
    return [...statuses]
  }

  test('is the same for another company’s record and a missing one', async () => {
    const theirs = await newContract(await server.person(await server.newCompany()))
    const headers = { authorization: `Bearer ${owner.accessToken}` }
    const read = (id: string) => wire.send({ method: 'GET', path: getContract.path.replace(':id', id), headers })
    const kinds = { 'an id that never was': () => read(newId()), 'another company’s': () => read(theirs.id) }
    expect(await compare('404 for', tries, kinds)).toEqual([404])
  })

  test('is the same whether or not an account exists', async () => {
    const people = await Promise.all(
      Array.from({ length: Math.ceil(times(15, tries) / 9) }, () => company.dearPerson()),
    )
    let at = 0
    const known = () => people[Math.floor(at++ / 9)]?.email ?? ''
    const wrong = (emailOrMobile: string, tenantName = company.name) =>
      tryLogin({ emailOrMobile, password: 'not the password', tenantName })
    const kinds = {
      'a wrong password': () => wrong(known()),
      'an unknown person': () => wrong(`${newId()}@test.example`),
      'an unknown company': () => wrong(`${newId()}@test.example`, `No ${newId()}`),
    }
    expect(await compare('401 for', times(15, tries), kinds)).toEqual([401])
  })
})

// The test ends in time only if the server closes them: a signed-in upload may take five minutes.
describe('slow connections', { timeout: 90_000 }, () => {
  test(`are closed within half a minute while others are served, ${times(300, 1_000)} at once`, async () => {
    printTimes('abuse: calls of others beside the slow lines', await servedMeanwhile)
    const cuts = await Promise.all(slow.map(async ({ kind, cut }) => ({ kind, after: await cut })))
    const longest = new Map<string, number>()
    for (const { kind, after } of cuts) longest.set(kind, Math.max(after, longest.get(kind) ?? 0))
    console.log(
      `abuse: ${cuts.length} slow lines cut after at most ${[...longest].map(([kind, after]) => `${(after / 1000).toFixed(1)} s (${kind})`).join(', ')}`,
    )
  })
})
