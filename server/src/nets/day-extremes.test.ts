import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { kindOf } from '@plinth/api/kernel/kinds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bare } from '../kernel/sheets/sheet-cells.ts'
import { graphOf, inputFor, isRead } from '../testing/test-graph.ts'
import type { Graph } from '../testing/test-inputs.ts'
import { type Client, newCompany, operatorCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/** Values computed from a stored day are always shown, however early or late the day. This file lists no call. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ alone: true })
})
afterAll(() => server.stop())

const [reads, writes] = [true, false].map((wanted) =>
  Object.entries(endpoints).filter(([, endpoint]) => isRead(endpoint) === wanted && !endpoint.upload),
) as [[string, Endpoint][], [string, Endpoint][]]

const daysOf = (endpoint: Endpoint) =>
  Object.entries(shapeOf(endpoint.body)).flatMap(([name, schema]) => (kindOf(schema) === 'day' ? [name] : []))

/** The maximum of each whole number in a body: days are computed with them. */
const longest = (endpoint: Endpoint) =>
  Object.fromEntries(
    Object.entries(shapeOf(endpoint.body)).flatMap(([name, schema]) => {
      const most = bare(schema)._zod.bag['maximum']
      return kindOf(schema) === 'number' && Number.isInteger(most) && Number(most) <= 10_000 ? [[name, most]] : []
    }),
  )

interface Sent {
  params: object
  body?: object
}

/** The bodies to try: `day` in each of the days and in all of them, with numbers as they are and at their maximum. */
function bodiesWith(day: string, endpoint: Endpoint, body: object): object[] {
  const [days, numbers] = [daysOf(endpoint), longest(endpoint)]
  const all = Object.fromEntries(days.map((name) => [name, day]))
  const single = days.map((name) => ({ [name]: day }))
  return [...single, all].flatMap((given) => [
    { ...body, ...given },
    { ...body, ...given, ...numbers },
  ])
}

/** Stores `day` wherever a day can be stored; returns the calls that accepted it. */
async function store(day: string, graph: Graph, by: (endpoint: Endpoint) => Client): Promise<Set<string>> {
  const accepted = new Set<string>()
  for (const [name, endpoint] of writes.filter(([, one]) => daysOf(one).length > 0)) {
    const { params, body = {} } = inputFor(name, endpoint, graph) as Sent
    for (const tried of bodiesWith(day, endpoint, body)) {
      const { status, text } = await by(endpoint).sendCall(endpoint, { params, body: tried })
      expect(status, `${name} ${JSON.stringify(tried)}: ${text}`).toBeLessThan(500)
      if (status < 300) accepted.add(name)
    }
  }
  return accepted
}

describe.each(['1900-01-01', '2199-12-31'])('a company with %s in every day that accepts it', (day) => {
  let graph: Graph
  let by: (endpoint: Endpoint) => Client
  let took: Set<string>

  beforeAll(async () => {
    const owner = await (await newCompany(server)).as()
    const operator = await (await operatorCompany(server)).as()
    graph = await graphOf({ owner, operator })
    by = ({ scope }) => (scope === 'platform' ? operator : owner)
    took = await store(day, graph, by)
  })

  test('stores it through most calls that have a day', () => {
    expect(took.size).toBeGreaterThan(20)
  })

  test.each(reads)('answers %s', async (name, endpoint) => {
    const input = inputFor(name, endpoint, graph)
    const { status, text } = await by(endpoint).sendCall(endpoint, input)
    expect(status, text.slice(0, 500)).toBeLessThan(500)
  })
})
