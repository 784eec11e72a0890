import { endpoints } from '@plinth/api'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { flags, isAllowed, moduleNames } from '@plinth/api/kernel/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractBody, newContract } from './contracts/contracts.factory.ts'
import { depositBody, newDeposit } from './deposits/deposits.factory.ts'
import { newId } from './kernel/testing.ts'
import { newProject, projectBody } from './projects/projects.factory.ts'
import { newTask, taskBody } from './tasks/tasks.factory.ts'
import { type Client, everything, type Grid, newCompany, startTestServer, type TestServer } from './test-server.ts'

/**
 * Every call, present and future, as every kind of caller: this file lists no call. A new collection needs a record
 * to aim at (`graphOf`); a create needs a body that would be good from the right person (`bodies`).
 */

/** One record of every collection, by the path segment in front of its id. */
type Graph = Record<string, string>

async function graphOf(by: Client): Promise<Graph> {
  const contract = await newContract(by)
  const deposit = await newDeposit(by, contract.id)
  const project = await newProject(by)
  const task = await newTask(by, project.id)
  return { contracts: contract.id, 'security-deposit': deposit.id, projects: project.id, tasks: task.id }
}

const bodies: Record<string, (graph: Graph) => object> = {
  createContract: () => contractBody(),
  createDeposit: () => depositBody(),
  createProject: () => projectBody(),
  createTask: ({ projects }) => taskBody(projects ?? ''),
}

const segments = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, segment = '', name = '']) => ({ segment, name }))

function inputFor(name: string, endpoint: Endpoint, graph: Graph): object {
  const params = Object.fromEntries(segments(endpoint).map((part) => [part.name, graph[part.segment]]))
  const body = endpoint.body && (bodies[name]?.(graph) ?? {})
  return { params, ...(body && { body }) }
}

const guarded = Object.entries(endpoints).filter(([, endpoint]) => endpoint.allow !== 'public')
const permitted = guarded.filter(([, endpoint]) => endpoint.allow !== 'signed-in')
const aimed = permitted.filter(([, endpoint]) => segments(endpoint).length > 0)

const without = ({ allow }: Endpoint): Grid =>
  typeof allow === 'string' ? {} : { ...everything, [allow.module]: flags.filter((flag) => flag !== allow.can) }
const only = ({ allow }: Endpoint): Grid => (typeof allow === 'string' ? {} : { [allow.module]: [allow.can] })

let server: TestServer
let own: Graph
let foreign: Graph
const people = new Map<string, Client>()

/** One person for each set of flags, made when first asked for. */
let personWith: (grid: Grid) => Promise<Client>

beforeAll(async () => {
  server = await startTestServer()
  const [ours, theirs] = [await newCompany(server), await newCompany(server)]
  own = await graphOf(await ours.as())
  foreign = await graphOf(await theirs.as())
  personWith = async (grid) => {
    const key = JSON.stringify(grid)
    const person = people.get(key) ?? (await ours.as(grid))
    people.set(key, person)
    return person
  }
})
afterAll(() => server.stop())

const notFound = '{"code":"not_found","message":"Not found"}'

describe('a call with no token or a bad one', () => {
  const badTokens = ['', 'Bearer x', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', 'Basic b3duZXI6eA==']
  test.each(guarded)('%s answers 401', async (name, endpoint) => {
    for (const authorization of badTokens) {
      const reply = await server.stranger.sendCall(
        endpoint,
        inputFor(name, endpoint, own),
        authorization ? { authorization } : {},
      )
      expect(reply.status, authorization).toBe(401)
    }
  })
})

describe('a call by somebody without its flag', () => {
  test.each(permitted)('%s answers 403, whatever else they hold and whatever they send', async (name, endpoint) => {
    for (const grid of [without(endpoint), {}]) {
      const person = await personWith(grid)
      expect((await person.sendCall(endpoint, inputFor(name, endpoint, own))).status).toBe(403)
      expect((await person.sendCall(endpoint, inputFor(name, endpoint, foreign))).status).toBe(403)
    }
  })
})

describe("a call that aims at another company's record", () => {
  test.each(aimed)('%s answers as if it never existed', async (name, endpoint) => {
    const person = await personWith(everything)
    const absent = Object.fromEntries(Object.keys(own).map((segment) => [segment, newId()]))
    for (const graph of [foreign, absent]) {
      const reply = await person.sendCall(endpoint, inputFor(name, endpoint, { ...own, ...aimedAt(endpoint, graph) }))
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 404, text: notFound })
    }
  })

  test.each(aimed.filter(([, endpoint]) => segments(endpoint).length > 1))(
    '%s does not reach a child through a wrong parent',
    async (name, endpoint) => {
      const person = await personWith(everything)
      const first = segments(endpoint)[0]?.segment ?? ''
      const reply = await person.sendCall(
        endpoint,
        inputFor(name, endpoint, { ...own, [first]: (await newContract(person)).id }),
      )
      expect(reply.status).toBe(404)
    },
  )
})

const aimedAt = (endpoint: Endpoint, graph: Graph): Graph =>
  Object.fromEntries(segments(endpoint).map(({ segment }) => [segment, graph[segment] ?? '']))

describe('a call by somebody with just its flag', () => {
  test.each(permitted)('%s is let in', async (name, endpoint) => {
    const maker = await personWith(everything)
    const graph = endpoint.method === 'DELETE' ? await deletable(maker, endpoint) : own
    const reply = await (await personWith(only(endpoint))).sendCall(endpoint, inputFor(name, endpoint, graph))
    expect(reply.status, reply.text).toBeLessThan(300)
  })
})

/** What a delete aims at is new, so that nothing hangs on it; what is above it is the suite's own. */
async function deletable(maker: Client, endpoint: Endpoint): Promise<Graph> {
  const above = own['contracts'] ?? ''
  const make: Record<string, () => Promise<{ id: string }>> = {
    contracts: () => newContract(maker),
    'security-deposit': () => newDeposit(maker, above),
    projects: () => newProject(maker),
    tasks: () => newTask(maker, own['projects'] ?? ''),
  }
  const aim = segments(endpoint).at(-1)?.segment ?? ''
  return { ...own, [aim]: (await make[aim]?.())?.id ?? '' }
}

describe('the matrix itself', () => {
  test('a record stands in the graph for every collection a path names', () => {
    const named = aimed.flatMap(([, endpoint]) => segments(endpoint).map(({ segment }) => segment))
    expect(Object.keys(own)).toEqual(expect.arrayContaining(named))
  })

  test('every module and flag is one the kernel knows', () => {
    for (const [, { allow }] of permitted) {
      expect(isAllowed(allow, [])).toBe(false)
      if (typeof allow !== 'string') expect(moduleNames).toContain(allow.module)
    }
  })
})
