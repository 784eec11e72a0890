import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { flags, furtherFlags, isAllowed, type ModuleName, moduleNames, modulesOf } from '@plinth/api/kernel/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '../kernel/testing/databases.ts'
import { answeredElsewhere, collections, graphOf, inputFor, newRecord, segments } from '../testing/test-graph.ts'
import type { Graph, Maker } from '../testing/test-inputs.ts'
import {
  type Client,
  type Company,
  everyPlatformFlag,
  everything,
  type Grid,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

/**
 * Every call, present and future, by every kind of caller, for a record of their own company, of another company, and a
 * missing one: this file lists no call.
 */

const guarded = Object.entries(endpoints).filter(([, endpoint]) => endpoint.allow !== 'public')
const permitted = guarded.filter(([, endpoint]) => endpoint.allow !== 'signed-in')
const isAimed = (endpoint: Endpoint) => segments(endpoint).length > 0

/** The module, of several that permit a call, whose records the graph uses. */
const moduleOf = ({ allow }: Endpoint): ModuleName => modulesOf(allow)[0] ?? 'Home'
const hasSeveral = ({ allow }: Endpoint) => modulesOf(allow).length > 1
const without = (endpoint: Endpoint, all: Grid): Grid => {
  const { allow } = endpoint
  if (typeof allow === 'string') return {}
  // A call without a record in its path admits callers with the flag on any of its modules.
  const modules = isAimed(endpoint) ? [moduleOf(endpoint)] : modulesOf(allow)
  const left = flags.filter((flag) => flag !== allow.can)
  return { ...all, ...Object.fromEntries(modules.map((module) => [module, left])) }
}
const only = (endpoint: Endpoint): Grid =>
  typeof endpoint.allow === 'string'
    ? {}
    : {
        [moduleOf(endpoint)]: [endpoint.allow.can],
        ...Object.fromEntries(furtherFlags(endpoint.allow).map(({ module, can }) => [module, [can]])),
      }

/** Whether an operator's call targets a customer: a platform call that names a record of the graph. */
const isOfOthers = ({ scope }: Endpoint, aim: Aim) => scope === 'platform' && aim !== 'absent'

/** Whether users of the operators' company, or of a customer's, can hold flags of the call's module at all. */
const canHold = (endpoint: Endpoint, all: Grid) => moduleOf(endpoint) in all

type Aim = 'own' | 'foreign' | 'absent'
const aims: Aim[] = ['own', 'foreign', 'absent']

interface Actor {
  who: string
  company: () => Company
  grid: (endpoint: Endpoint) => Grid
  /** The answer the call must give: 403, 404, or `in`, any success. */
  verdict: (endpoint: Endpoint, aim: Aim) => 403 | 404 | 'in'
}

const actors: Actor[] = [
  { who: 'a customer with no role', company: () => ours, grid: () => ({}), verdict: () => 403 },
  {
    who: 'a customer with every flag but this',
    company: () => ours,
    grid: (endpoint) => (canHold(endpoint, everything) ? without(endpoint, everything) : everything),
    // A missing record does not tell which of several modules it needs.
    verdict: (endpoint, aim) => (hasSeveral(endpoint) && aim !== 'own' ? 404 : 403),
  },
  {
    who: 'a customer with just this flag',
    company: () => ours,
    grid: (endpoint) => (canHold(endpoint, everything) ? only(endpoint) : everything),
    verdict: (endpoint, aim) => {
      if (!canHold(endpoint, everything)) return 403
      return aim === 'own' ? 'in' : 404
    },
  },
  { who: 'an operator with no role', company: () => operators, grid: () => ({}), verdict: () => 403 },
  {
    who: 'an operator with every flag but this',
    company: () => operators,
    grid: (endpoint) =>
      canHold(endpoint, everyPlatformFlag) ? without(endpoint, everyPlatformFlag) : everyPlatformFlag,
    verdict: () => 403,
  },
  {
    who: 'an operator with just this flag',
    company: () => operators,
    grid: (endpoint) => (canHold(endpoint, everyPlatformFlag) ? only(endpoint) : everyPlatformFlag),
    verdict: (endpoint, aim) => {
      if (!canHold(endpoint, everyPlatformFlag)) return 403
      // A targeted call is about a settled company; a call without a target is made in the operators' own.
      if (endpoint.outside && isOfOthers(endpoint, aim)) return 403
      return aim === 'absent' ? 404 : 'in'
    },
  },
  {
    who: 'an operator with this flag and that on Credentials',
    company: () => operators,
    grid: (endpoint) => ({
      ...(canHold(endpoint, everyPlatformFlag) ? only(endpoint) : everyPlatformFlag),
      Credentials: ['canEdit'],
    }),
    verdict: (endpoint, aim) => {
      if (!canHold(endpoint, everyPlatformFlag)) return 403
      if (endpoint.outside === 'never' && isOfOthers(endpoint, aim)) return 403
      return aim === 'absent' ? 404 : 'in'
    },
  },
]

let server: TestServer
let operators: Company
let ours: Company
const makers = new Map<Aim, Maker>()
const graphs = new Map<Aim, Graph>()
const people = new Map<string, Promise<Client>>()

/** One user for each company and set of flags, created on first use. */
function personOf(company: Company, grid: Grid): Promise<Client> {
  const key = `${company.id} ${JSON.stringify(grid)}`
  const person = people.get(key) ?? company.as(grid)
  people.set(key, person)
  return person
}

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  operators = await operatorCompany(server)
  ours = await newCompany(server)
  const theirs = await newCompany(server)
  const operator = await operators.as()
  makers.set('own', { owner: await ours.as(), operator })
  makers.set('foreign', { owner: await theirs.as(), operator })
  for (const [aim, maker] of makers) graphs.set(aim, await graphOf(maker))
  graphs.set('absent', Object.fromEntries(collections.map((segment) => [segment, newId()])))
})
afterAll(() => server.stop())

/** The target of a call. A delete or a mapping gets a new one, so that every cell of the matrix finds its record. */
async function target(endpoint: Endpoint, aim: Aim): Promise<Graph> {
  const graph = graphs.get(aim) ?? {}
  const maker = makers.get(aim)
  const last = segments(endpoint).at(-1)?.segment
  if (!maker || (endpoint.method !== 'DELETE' && endpoint.status !== 201)) return graph
  const fresh = { ...graph, users: await newRecord('users', maker, graph) }
  return last === undefined || last === 'users' ? fresh : { ...fresh, [last]: await newRecord(last, maker, graph) }
}

const notFound = '{"code":"not_found","message":"Not found"}'

describe('a call without a token or with a bad one', () => {
  const badTokens = ['', 'Bearer x', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 'Basic b3duZXI6eA==']
  test.each(guarded)('%s answers 401', async (name, endpoint) => {
    for (const authorization of badTokens) {
      const headers: Record<string, string> = authorization ? { authorization } : {}
      const reply = await server.stranger.sendCall(endpoint, inputFor(name, endpoint, graphs.get('own') ?? {}), headers)
      expect(reply.status, authorization).toBe(401)
    }
  })
})

/** A call without an id in its path targets the caller's own company only. */
const aimsOf = (endpoint: Endpoint) => (isAimed(endpoint) ? aims : aims.slice(0, 1))

describe.each(actors)('$who, at every call [6.12]', ({ company, grid, verdict }) => {
  test.each(permitted)('%s', async (name, endpoint) => {
    const person = await personOf(company(), grid(endpoint))
    for (const aim of aimsOf(endpoint)) {
      const { status, text } = await person.sendCall(endpoint, inputFor(name, endpoint, await target(endpoint, aim)))
      const expected = verdict(endpoint, aim)
      const elsewhere = answeredElsewhere[name]
      if (expected === 'in' && elsewhere) expect(status, `${aim}: ${text}`).toBe(elsewhere)
      else if (expected === 'in') expect(status, `${aim}: ${text}`).toBeLessThan(300)
      else expect(status, `${aim}: ${text}`).toBe(expected)
      if (expected === 404) expect(text, aim).toBe(notFound)
    }
  })
})

describe('a call that needs several flags', () => {
  const several = permitted.flatMap(([name, endpoint]) =>
    furtherFlags(endpoint.allow).map((flag) => [name, flag, endpoint] as const),
  )

  test('exists', () => {
    expect(several.length).toBeGreaterThan(1)
  })

  test.each(several)('%s refuses a caller who has all but one', async (name, { module, can }, endpoint) => {
    const person = await personOf(ours, { ...everything, [module]: flags.filter((flag) => flag !== can) })
    const { status } = await person.sendCall(endpoint, inputFor(name, endpoint, graphs.get('own') ?? {}))
    expect(status).toBe(403)
  })
})

describe('a field that needs a flag of its own', () => {
  const asking = permitted.flatMap(([name, endpoint]) =>
    Object.entries(endpoint.alsoFor ?? {}).map(([field, flag]) => [name, field, flag, endpoint] as const),
  )

  test('exists, and one is in a body', () => {
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(([, field, , { body }]) => !(field in shapeOf(body)))).toEqual([])
  })

  test.each(asking)('in %s, %s, is refused to a caller without it', async (name, field, { module, can }, endpoint) => {
    const own = [ours, everything] as const
    const outside = [operators, everyPlatformFlag] as const
    for (const [company, all] of endpoint.scope === 'platform' ? [own, outside] : [own]) {
      const person = await personOf(company, { ...all, [module]: flags.filter((flag) => flag !== can) })
      const input: { body?: object } = inputFor(name, endpoint, graphs.get('own') ?? {})
      const isOne = z.safeParse(shapeOf(endpoint.body)[field] ?? z.never(), newId()).success
      const given = { ...input, body: { ...input.body, [field]: isOne ? newId() : [newId()] } }
      expect(await person.refused(endpoint, given)).toMatchObject({ status: 403, fields: [{ path: field }] })
      expect((await person.sendCall(endpoint, input)).status).toBeLessThan(300)
    }
  })
})

describe('a child record under a wrong parent', () => {
  // The two ids of a mapping are siblings: neither is the other's parent.
  const nested = permitted.filter(
    ([, endpoint]) => segments(endpoint).length > 1 && segments(endpoint)[0]?.segment !== 'user',
  )
  test.each(nested)('in %s is answered 404', async (name, endpoint) => {
    const maker = makers.get('own')
    const graph = graphs.get('own') ?? {}
    const parent = segments(endpoint)[0]?.segment ?? ''
    const other = maker && (await newRecord(parent, maker, graph))
    const person = await personOf(ours, everything)
    const reply = await person.sendCall(endpoint, inputFor(name, endpoint, { ...graph, [parent]: other ?? '' }))
    expect(reply.status).toBe(404)
  })
})

describe('a caller’s own record', () => {
  const aboutSelf = permitted.filter(([, { allow }]) => typeof allow === 'object' && allow.orSelf)
  test.each(aboutSelf)('needs no flag at %s, and a flag for any other user', async (name, endpoint) => {
    const person = await ours.as({})
    const self = Object.fromEntries(segments(endpoint).map(({ segment }) => [segment, person.userId]))
    expect((await person.sendCall(endpoint, inputFor(name, endpoint, self))).status).toBe(200)
    expect((await person.sendCall(endpoint, inputFor(name, endpoint, graphs.get('own') ?? {}))).status).toBe(403)
  })
})

const cells = permitted.reduce((sum, [, endpoint]) => sum + actors.length * aimsOf(endpoint).length, 0)

describe(`the matrix of ${permitted.length} calls x ${actors.length} callers x own, foreign and absent, ${cells} cells`, () => {
  test('has a record in its graph for every collection a path names', () => {
    const named = permitted.flatMap(([, endpoint]) => segments(endpoint).map(({ segment }) => segment))
    expect(collections).toEqual(expect.arrayContaining(named))
  })

  test('uses only modules and flags that the kernel knows and somebody can hold', () => {
    for (const [name, endpoint] of permitted) {
      expect(isAllowed(endpoint.allow, [])).toBe(false)
      expect(moduleNames).toContain(moduleOf(endpoint))
      expect(canHold(endpoint, everything) || canHold(endpoint, everyPlatformFlag), name).toBe(true)
    }
  })

  test('lets operators reach only people, roles, mappings and companies', () => {
    const reached = permitted
      .filter(([, endpoint]) => endpoint.scope === 'platform')
      .map(([, endpoint]) => moduleOf(endpoint))
    expect([...new Set(reached)].sort()).toEqual(['Modules', 'Role', 'Tenants', 'User', 'UserRoleMapping'])
  })
})
