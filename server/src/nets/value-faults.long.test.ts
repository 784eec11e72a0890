import { endpoints } from '@plinth/api'
import { type Endpoint, errorAnswer, shapeOf } from '@plinth/api/kernel/endpoint'
import { modulesOf } from '@plinth/api/kernel/permissions'
import { describe, expect, test } from 'vitest'
import { type Json, schemasOf } from '../description/description-schemas.ts'
import { newId } from '../kernel/testing/databases.ts'
import { type Client, everyPlatformFlag, everything, operatorCompany, startSuite } from '../testing/test-server.ts'

/** Every field of every call gets a wrong value: the answer must use our words, never those of the validator. */

const ofValidator =
  /Invalid (?:input|option|string|number|key|value|element|discriminator|union|[A-Z])|[Ee]xpected|, received\b|Too (?:big|small)|Unrecognized|\bNaN\b|\bregex|pattern|undefined|\bnull\b/

const wrongs: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1e300,
  1e300,
  1.005,
  '',
  'x',
  'x'.repeat(20_000),
  [],
  [null],
  Array.from({ length: 600 }, () => 'x'),
  {},
  { colour: 1 },
]

const messages = new Set<string>()

const { server, owner } = await startSuite()
const operator = await (await operatorCompany(server)).as(everyPlatformFlag)

const { components, sent } = schemasOf(
  Object.fromEntries(Object.entries(endpoints).flatMap(([name, { body }]) => (body ? [[name, body]] : []))),
  {},
)

/** A valid body down to a depth, with a wrong value at every end. */
function bodyOf(schema: Json, wrong: unknown, depth: number): unknown {
  const named = schema.$ref?.split('/').at(-1)
  const described = named === undefined ? schema : (components[named] ?? {})
  const inner = described.anyOf?.find(({ properties, items, $ref }) => properties ?? items ?? $ref)
  if (depth === 0) return wrong
  if (inner) return bodyOf(inner, wrong, depth)
  if (described.items) return [bodyOf(described.items, wrong, depth - 1)]
  const properties = Object.entries(described.properties ?? {})
  if (properties.length === 0) return wrong
  return Object.fromEntries(properties.map(([name, schema]) => [name, bodyOf(schema, wrong, depth - 1)]))
}

/** A caller who may make the call. */
function callerOf({ allow }: Endpoint): Client {
  return modulesOf(allow).some((module) => !(module in everything)) ? operator : owner
}

async function checkAnswer(name: string, endpoint: Endpoint, input: object): Promise<number> {
  const params = Object.fromEntries(
    Object.keys(shapeOf(endpoint.params)).map((key) => [key, key === 'list' ? 'contracts' : newId()]),
  )
  const reply = await callerOf(endpoint).sendCall(endpoint, { params, ...input }, { 'x-forwarded-for': '192.0.2.95' })
  expect(reply.status, `${name} ${JSON.stringify(input).slice(0, 200)}`).toBeLessThan(500)
  if (reply.status !== 400) return 0
  const { message, fields = [] } = errorAnswer.parse(JSON.parse(reply.text))
  for (const text of [message, ...fields.map((field) => field.message)]) {
    expect(text, `${name} ${JSON.stringify(input).slice(0, 200)}`).not.toMatch(ofValidator)
    messages.add(text)
  }
  return fields.length
}

describe('the message for a wrong value is in our words', () => {
  const withBody = Object.entries(endpoints).filter(([, { body, upload }]) => body && !upload)

  test.each(withBody)('in the body of %s', async (name, endpoint) => {
    const schema = sent[name] ?? {}
    let faults = 0
    for (const depth of [0, 1, 2, 3])
      for (const wrong of wrongs) faults += await checkAnswer(name, endpoint, { body: bodyOf(schema, wrong, depth) })
    expect(faults).toBeGreaterThan(0)
  })

  test('in the address of every call', async () => {
    const inAddress = Object.entries(endpoints).filter(
      ([, { params, query, method }]) => query ?? (params && method !== 'DELETE'),
    )
    for (const [name, endpoint] of inAddress)
      for (const wrong of ['x', '-1', '1.5', 'NaN', 'x'.repeat(1_500)]) {
        const all = (schema: Endpoint['query']) =>
          Object.fromEntries(Object.keys(shapeOf(schema)).map((key) => [key, wrong]))
        await checkAnswer(name, endpoint, { params: all(endpoint.params), ...(endpoint.query && { query: {} }) })
        if (endpoint.query) await checkAnswer(name, endpoint, { query: all(endpoint.query) })
      }
  })

  test('and each kind of fault has occurred', () => {
    const kinds = ['is required', 'must not be empty', 'must be a text', 'must be a number', 'must be true or false']
    const more = ['must be a list', 'must have named fields', 'is not a known field', 'must be a whole number']
    expect([...messages]).toEqual(expect.arrayContaining([...kinds, ...more]))
    expect([...messages].some((text) => text.startsWith('must be one of DRAFT, SUBMITTED'))).toBe(true)
  })
})
