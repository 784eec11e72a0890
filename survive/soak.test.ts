import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSession, refresh } from '@plinth/api/access/auth'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import {
  createContract,
  deleteContract,
  filterContracts,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { filterProjects } from '@plinth/api/works/projects'
import { expect, test } from 'vitest'
import { contractBody, newContract } from '../server/src/tenders/contracts/contracts.factory.ts'
import { client } from '../server/src/testing/test-server.ts'
import { chance } from './src/chance.ts'
import { eventually, foundCompany, type Installation, newInstallation, type Person } from './src/installation.ts'

/** A short simulation of days of use: 50 calls a second, and checks that no resource grows. */

const minutes = Number(process.env['SOAK_MINUTES'] ?? 10)
const callsPerSecond = 50
const second = 1_000
const random = chance('soak')

interface Sample {
  /** Hours since the start. */
  at: number
  megabytes: number
  files: number
  connections: number
}

function measure(installation: Installation, since: number): Sample {
  const status = readFileSync(`/proc/${installation.pid}/status`, 'utf8')
  return {
    at: (performance.now() - since) / 3_600_000,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    files: readdirSync(`/proc/${installation.pid}/fd`).length,
    connections: installation.backends().length,
  }
}

/** The growth of a figure per hour, as the slope of a least-squares line through all samples. */
function slope(samples: readonly Sample[], figure: (sample: Sample) => number): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [times, values] = [samples.map(({ at }) => at), samples.map(figure)]
  const [middle, level] = [mean(times), mean(values)]
  const above = times.reduce((sum, time, index) => sum + (time - middle) * ((values[index] ?? 0) - level), 0)
  return above / times.reduce((sum, time) => sum + (time - middle) ** 2, 0)
}

/** Calls in a realistic mix: three of four read. */
function mixOf(live: string[]) {
  const one = () => random.pick(live)
  return (): [Endpoint, object] =>
    random.pick<() => [Endpoint, object]>([
      () => [filterContracts, { body: { contractName: 'road', pagination: { size: 50 } } }],
      () => [filterContracts, { body: {} }],
      () => [getContract, { params: { id: one() } }],
      () => [getKpis, { body: {} }],
      () => [getSession, {}],
      () => [filterProjects, { body: {} }],
      () => [updateContract, { params: { id: one() }, body: { description: `Edited ${random.whole(1_000)}` } }],
      () =>
        live.length > 400
          ? [deleteContract, { params: { id: live.splice(random.whole(200), 1)[0] } }]
          : [createContract, { body: contractBody({ bidId: null }) }],
    ])()
}

/** Makes the company's calls; returns how often each outcome occurred. */
async function use(at: Installation, person: Person, until: number): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const live = await Promise.all(
    Array.from({ length: 50 }, async () => (await newContract(person, { bidId: null })).id),
  )
  const next = mixOf(live)
  const session = { ...person.session }
  const renew = () => client(at.url).ok(refresh, { body: { refreshToken: session.refreshToken } })
  const isOver = () => performance.now() >= until
  let pending = 0
  for (let sent = 0, since = performance.now(); !isOver(); sent += 1) {
    if (sent % (callsPerSecond * 60) === 0) Object.assign(session, await renew().catch(() => ({})))
    const [endpoint, input] = next()
    pending += 1
    client(at.url, session.accessToken)
      .sendCall(endpoint, input)
      .then(
        ({ status, text }) => {
          // A record may have been deleted meanwhile.
          const name = status < 300 || status === 404 ? 'good' : `${endpoint.path} ${status}`
          outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
          if (status === 201) live.push(JSON.parse(text).id)
          pending -= 1
        },
        (error: Error) => {
          outcomes.set(error.message, (outcomes.get(error.message) ?? 0) + 1)
          pending -= 1
        },
      )
    await sleep(Math.max(0, since + (sent * second) / callsPerSecond - performance.now()))
  }
  await eventually(() => pending === 0, 'every call is answered')
  return outcomes
}

test(`${minutes} minutes of 50 calls a second give no error, and no resource grows`, async () => {
  const at = await newInstallation()
  await at.start()
  const person = await (await foundCompany(at)).signIn()
  const since = performance.now()
  const samples: Sample[] = []
  const timer = setInterval(() => samples.push(measure(at, since)), 5 * second)
  const outcomes = await use(at, person, since + minutes * 60 * second)
  clearInterval(timer)
  // The first minutes fill caches and compile code.
  const steady = samples.slice(Math.floor(samples.length / 2))
  const [first, last] = [steady.at(0), steady.at(-1)]
  console.log('soak:', Object.fromEntries(outcomes), { first, last })
  console.log(
    `soak: memory of the server grows by ${slope(steady, ({ megabytes }) => megabytes).toFixed(1)} MB an hour in the second half`,
  )
  expect([...outcomes.keys()]).toEqual(['good'])
  expect(Math.max(...steady.map(({ connections }) => connections))).toBeLessThanOrEqual(17)
  expect((last?.files ?? 0) - (first?.files ?? 0)).toBeLessThan(30)
  expect(at.output).not.toMatch(/error/i)
  expect((await at.stop()).code).toBe(0)
})
