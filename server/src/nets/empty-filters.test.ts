import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { graphOf, inputFor, isRead } from '../testing/test-graph.ts'
import { type Client, operatorCompany, startSuite } from '../testing/test-server.ts'

/** An empty text, as a form sends for what nobody filled in, is no filter: in every search and sheet. This file lists no call. */

/** What of a search is no filter: how its answer is cut, ordered and written, and what it is about. */
const noFilters = ['pagination', 'size', 'before', 'sort', 'format', 'columns']

const paths = Object.values(endpoints).map(({ path }) => path)
/** What checks tells what storing or printing something would come to: there, and in what is checked by it, an empty text is a value. */
const isCheck = (name: string, { path }: Endpoint) => name.startsWith('check') || paths.includes(`${path}/check`)

interface Filter {
  name: string
  endpoint: Endpoint
  part: 'query' | 'body'
  field: string
  /** What is sent of it, and where in it a fault would be told. */
  sent: unknown
}

function filtersOf([name, endpoint]: [string, Endpoint]): Filter[] {
  return (['query', 'body'] as const).flatMap((part) =>
    Object.entries(shapeOf(endpoint[part]))
      .filter(([field, schema]) => !noFilters.includes(field) && safeParse(schema, undefined).success)
      .flatMap(([field, schema]) => {
        const lists = part === 'body' && safeParse(schema, []).success ? [[''], []] : []
        const ends = field === 'dateRange' ? [{ from: '', to: '' }, { from: '' }, { to: '' }] : []
        return ['', ...lists, ...ends].map((sent) => ({ name, endpoint, part, field, sent }))
      }),
  )
}
const filters = Object.entries(endpoints)
  .filter(([name, endpoint]) => isRead(endpoint) && !isCheck(name, endpoint))
  .flatMap(filtersOf)

const { server, owner } = await startSuite({ alone: true })
const operator = await (await operatorCompany(server)).as()
const graph = await graphOf({ owner, operator })

/** Which records an answer tells of, and how many lines a sheet has. */
function foundIn(text: string, { download }: Endpoint): unknown {
  if (download) return text.split('\r\n').length
  const answer = JSON.parse(text)
  const rows: unknown = answer.content ?? answer
  return Array.isArray(rows) ? rows.map((row) => row.id ?? row) : rows
}

const answers = new Map<string, Promise<unknown>>()

/** What a call without the filter finds, asked once for all its filters. */
function foundWithout(name: string, endpoint: Endpoint, caller: Client): Promise<unknown> {
  const found =
    answers.get(name) ??
    caller.sendCall(endpoint, inputFor(name, endpoint, graph)).then(({ text }) => foundIn(text, endpoint))
  answers.set(name, found)
  return found
}

test('the filters are found', () => {
  expect(filters.length).toBeGreaterThan(130)
  expect(new Set(filters.map(({ name }) => name)).size).toBeGreaterThan(16)
})

describe.each(filters)('$name with $field: $sent', ({ name, endpoint, part, field, sent }) => {
  test('finds what it finds without', async () => {
    const caller = endpoint.scope === 'platform' ? operator : owner
    const good = inputFor(name, endpoint, graph)
    const { [part]: given, ...rest } = good as Record<string, object>
    const answer = await caller.sendCall(endpoint, { ...rest, [part]: { ...given, [field]: sent } })
    expect(answer.status, answer.text).toBe(200)
    // An export leaves an entry in the trail that it is a sheet of.
    if (name !== 'exportAuditTrail')
      expect(foundIn(answer.text, endpoint)).toEqual(await foundWithout(name, endpoint, caller))
  })
})
