import { endpoints } from '@plinth/api'
import { updateTenant } from '@plinth/api/access/tenants'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../kernel/testing/databases.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { graphOf, inputFor, segments } from '../testing/test-graph.ts'
import type { Graph } from '../testing/test-inputs.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

/** No call, present or future, may return anything of another company. */

let server: TestServer
let ours: Company
let theirs: Company
let owner: Client
let foreign: Graph

beforeAll(async () => {
  server = await startTestServer()
  ours = await newCompany(server)
  theirs = await newCompany(server)
  owner = await ours.as()
  const operator = await (await operatorCompany(server)).as()
  foreign = await graphOf({ owner: await theirs.as(), operator })
})
afterAll(() => server.stop())

const answering = Object.entries(endpoints).filter(
  ([, endpoint]) => endpoint.allow !== 'public' && endpoint.status !== 201 && segments(endpoint).length === 0,
)
const isRead = ([, { method, path }]: (typeof answering)[number]) =>
  method === 'GET' || /(filter|search|export)$/.test(path)

describe("a list or a figure of one's own company [6.15]", () => {
  test.each(answering.filter(isRead))('%s names nothing of another company', async (name, endpoint) => {
    const { status, text, headers } = await owner.sendCall(endpoint, inputFor(name, endpoint, foreign))
    expect([200, 403, 404]).toContain(status)
    expect(headers.get('cache-control')).toBe('no-store')
    // The list of modules belongs to the installation, not to a company.
    const { modules: _, ...records } = foreign
    for (const [segment, id] of Object.entries({ ...records, company: theirs.id, name: theirs.name }))
      expect(text, segment).not.toContain(id)
  })

  test('is not changed by naming another company in headers, query or path', async () => {
    const { contractName } = await newContract(await theirs.as())
    const body = JSON.stringify({ contractName })
    for (const header of ['x-tenant-id', 'tenant', 'x-forwarded-host', 'host'])
      expect((await owner.send('POST', filterContracts.path, body, { [header]: theirs.id })).text).toContain(
        '"content":[]',
      )
    const answer = await owner.send('POST', `${filterContracts.path}?tenantId=${theirs.id}`, body)
    expect(answer.text).not.toContain(contractName)
  })
})

/** Headers that differ in every answer. */
const ofThisAnswer = ['date', 'x-request-id']

describe("the answer to another company's record", () => {
  const aimed = Object.entries(endpoints).filter(
    ([, endpoint]) => segments(endpoint).length > 0 && endpoint.method === 'GET' && typeof endpoint.allow === 'object',
  )
  test.each(aimed)('to %s has the headers of the answer for a missing record', async (name, endpoint) => {
    const absent = Object.fromEntries(Object.keys(foreign).map((segment) => [segment, newId()]))
    const [theirRecord, none] = [foreign, absent].map((graph) =>
      owner.sendCall(endpoint, inputFor(name, endpoint, graph)),
    )
    const named = async (reply: typeof none) =>
      Object.fromEntries([...((await reply)?.headers ?? [])].filter(([header]) => !ofThisAnswer.includes(header)))
    expect(await named(theirRecord)).toEqual(await named(none))
  })
})

describe('a refusal', () => {
  test('never names a value of another company', async () => {
    const operator = await (await operatorCompany(server)).as()
    const refusal = await operator.refused(updateTenant, { params: { id: ours.id }, body: { name: theirs.name } })
    expect(refusal.status).toBe(409)
    expect(JSON.stringify(refusal)).not.toContain(theirs.name)
  })
})
