import { setTimeout as sleep } from 'node:timers/promises'
import { getContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyPlatformFlag } from '../server/src/testing/test-server.ts'
import { type Chance, chance, times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { type Wire, wireTo } from './src/fuzz-wire.ts'
import { type LoadServer, type Person, startLoadServer } from './src/load-server.ts'
import { anyCall, anyPlatformCall, hangUp, newSide, type Side } from './src/load-traffic.ts'
import { traces } from './src/sequence-record.ts'

/** Two companies work at once on one server while connections break and the database fails: neither sees the other's data. */

const answersInAll = times(2_500, 104_000)
const inFlight = times(64, 200)
const disturbances = 250
/** New sessions after so many answers, because an access token is valid for ten minutes. */
const answersOfASession = 5_000

let server: LoadServer
let wire: Wire
let sides: [Side, Side]
let operator: Person

beforeAll(async () => {
  server = await startLoadServer()
  wire = wireTo(server.url, inFlight)
  sides = [await newSide(server), await newSide(server)]
  operator = await server.person(await server.operators(), everyPlatformFlag)
})
afterAll(async () => {
  wire.close()
  await server.stop()
})

const seen = { answers: 0, leaks: [] as string[], statuses: new Map<number, number>(), times: [] as number[], cut: 0 }
const isGood = (status: number) => status < 500 || status === 503

async function once(random: Chance): Promise<void> {
  const kind = random.whole(100)
  const at = random.whole(2)
  const [side, other] = at === 0 ? sides : [sides[1], sides[0]]
  if (kind < 4) return void (await wire.send(anyPlatformCall(operator, random)))
  const call = anyCall(side, other, random)
  if (kind < 12) {
    seen.cut += 1
    return hangUp(server.url, call, random.between(0, 40))
  }
  const { status, text, milliseconds } = await wire.send(call)
  seen.answers += 1
  seen.times.push(milliseconds)
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
  // An answer may repeat text of its request; any other text of the other company is a leak.
  const asked = call.path + String(call.body ?? '')
  for (const secret of [other.mark, other.tenantId, other.contractId, other.projectId])
    if (text.includes(secret) && !asked.includes(secret))
      seen.leaks.push(`${call.method} ${asked.slice(0, 200)}: ${text.slice(0, 300)}`)
  if (text.includes(other.mark) && status < 300)
    seen.leaks.push(`${call.method} ${asked.slice(0, 200)} found ${other.mark}`)
  if (!isGood(status)) seen.leaks.push(`${call.method} ${asked.slice(0, 200)}: ${status} ${text}`)
}

/** Cancels statements and closes connections during transactions, a few times a second. */
async function disturb(isOver: () => boolean): Promise<number> {
  const random = chance('isolation: disturbances')
  let cuts = 0
  while (!isOver()) {
    await sleep(disturbances)
    const act = random.whole(3) === 0 ? 'pg_terminate_backend' : 'pg_cancel_backend'
    cuts += await server.at.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where usename like 'plinth\\_%\\_login' and state <> 'idle' order by pid`,
      )
      const first = random.whole(rows.length)
      const victims = rows.slice(first, first + 2).map(({ pid }) => pid)
      await admin.query(`select ${act}(pid) from unnest($1::int[]) pid`, [victims])
      return victims.length
    })
  }
  return cuts
}

/** New sessions for the same people. */
async function renewSessions(): Promise<void> {
  for (const side of sides) {
    const company = { id: side.tenantId }
    side.by = await server.session(company, side.by.userId)
  }
  operator = await server.session({ id: operator.tenantId }, operator.userId)
}

test(`of ${answersInAll} answers to two companies, ${inFlight} at a time, none contains the other’s data`, async () => {
  let isOver = false
  const disturbed = disturb(() => isOver)
  let renewed = 0
  const line = async (_: unknown, at: number) => {
    const random = chance(`isolation: line ${at}`)
    while (seen.answers < answersInAll) {
      if (seen.answers - renewed > answersOfASession) {
        renewed = seen.answers
        await renewSessions()
      }
      await once(random)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, line)).finally(() => {
    isOver = true
  })
  const cuts = await disturbed
  const counted = [...seen.statuses].toSorted(([one], [another]) => one - another)
  console.log(
    `isolation: ${seen.leaks.length} of ${seen.answers} answers leaked, ${inFlight} in flight, ${seen.cut} calls hung up on, ${cuts} statements stopped; ${counted.map(([status, count]) => `${status} ${count}`).join(', ')}`,
  )
  printTimes('isolation: answers', seen.times)
  expect(seen.leaks).toEqual([])
  expect(seen.statuses.get(200)).toBeGreaterThan(answersInAll / 4)

  // Nothing was written into the other's records either.
  for (const [side, other] of [sides, sides.toReversed()] as [Side, Side][]) {
    const rows = Object.entries(await traces(server.at, side.tenantId))
    expect(
      rows.filter(([, text]) => text.includes(other.mark) || text.includes(other.tenantId)).map(([name]) => name),
    ).toEqual([])
    const contract = await side.by.ok(getContract, { params: { id: side.contractId } })
    expect(contract.contractName).toBe(side.mark)
  }
})
