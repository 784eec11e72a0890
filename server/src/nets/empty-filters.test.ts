import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { graphOf, inputFor, isRead } from '../testing/test-graph.ts'
import { type Client, operatorCompany, startSuite } from '../testing/test-server.ts'

/** An empty text, as a form sends for an empty field, is no filter in any search or sheet. This file lists no call. */

/** The parts of a search that are no filters: paging, order, format and columns. */
const noFilters = ['pagination', 'size', 'before', 'sort', 'format', 'columns']

const paths = Object.values(endpoints).map(({ path }) => path)
/**
 * A check answers the effect of storing or printing something: there, and in the call it checks, an empty text is a
 * value.
 */
const isCheck = (name: string, { path }: Endpoint) => name.startsWith('check') || paths.includes(`${path}/check`)

interface Filter {
  name: string
  endpoint: Endpoint
  part: 'query' | 'body'
  field: string
  /** The value sent for the part, and the path where a fault would be reported. */
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

/** The records in an answer, and the number of lines in a sheet. */
function foundIn(text: string, { download }: Endpoint): unknown {
  if (download) return text.split('\r\n').length
  const answer = JSON.parse(text)
  const rows: unknown = answer.content ?? answer
  return Array.isArray(rows) ? rows.map((row) => row.id ?? row) : rows
}

const answers = new Map<string, Promise<unknown>>()

/** The result of a call without the filter, requested once for all of its filters. */
function foundWithout(name: string, endpoint: Endpoint, caller: Client): Promise<unknown> {
  const found =
    answers.get(name) ??
    caller.sendCall(endpoint, inputFor(name, endpoint, graph)).then(({ text }) => foundIn(text, endpoint))
  answers.set(name, found)
  return found
}

test('there are filters', () => {
  expect(filters.length).toBeGreaterThan(130)
  expect(new Set(filters.map(({ name }) => name)).size).toBeGreaterThan(16)
})

describe.each(filters)('$name with $field: $sent', ({ name, endpoint, part, field, sent }) => {
  test('finds what it finds without the filter', async () => {
    const caller = endpoint.scope === 'platform' ? operator : owner
    const good = inputFor(name, endpoint, graph)
    const { [part]: given, ...rest } = good as Record<string, object>
    const answer = await caller.sendCall(endpoint, { ...rest, [part]: { ...given, [field]: sent } })
    expect(answer.status, answer.text).toBe(200)
    // Exporting the audit trail adds an entry to that trail.
    if (name !== 'exportAuditTrail')
      expect(foundIn(answer.text, endpoint)).toEqual(await foundWithout(name, endpoint, caller))
  })
})
