import type { AddressInfo } from 'node:net'
import { endpoint } from '@plinth/api/kernel/endpoint'
import * as f from '@plinth/api/kernel/fields'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { pageOriginBy } from '../pages/page-origin.ts'
import { tokens } from '../secrets/tokens.ts'
import { newId, testSecret } from '../testing/databases.ts'
import { newServer } from './http-server.ts'
import { type Routes, routesOn } from './route.ts'

/** Every kind of route enforces what its endpoint declares. */

const moveProject = endpoint({
  method: 'POST',
  path: '/moved-projects',
  summary: 'A call in stages with a field that asks for a flag of its own',
  allow: { module: 'Contracts', can: 'canEdit' },
  alsoFor: { projectId: { module: 'Projects', can: 'canView' } },
  body: z.strictObject({ projectId: f.optional(f.id) }),
})

let server: TestServer
let company: Company
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  app = newServer({}, new Map())
  const { door, storage } = server
  const services = {
    door,
    storage,
    tokens: tokens(testSecret),
    isReadOnly: () => false,
    originOf: pageOriginBy(undefined),
  }
  const routes: Routes = routesOn(app, services)
  routes.stagedRoute(
    moveProject,
    () => null,
    (_, { stage }) => stage(async () => {}),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

test('a call in stages refuses a field whose flag the caller lacks', async () => {
  const { port } = app.server.address() as AddressInfo
  const as = async (grid: Parameters<Company['as']>[0]) =>
    client(`http://127.0.0.1:${port}`, (await company.as(grid)).session.accessToken)
  const clerk = await as({ Contracts: ['canEdit'] })
  const body = { projectId: newId() }
  expect(await clerk.refused(moveProject, { body })).toMatchObject({ status: 403, fields: [{ path: 'projectId' }] })
  await clerk.ok(moveProject, { body: {} })
  await (await as({ Contracts: ['canEdit'], Projects: ['canView'] })).ok(moveProject, { body })
})
