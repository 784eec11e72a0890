import { getSession, login, refresh, searchTenantNames } from '@plinth/api/access/auth'
import { createModule } from '@plinth/api/access/modules'
import { getRole, listRoles } from '@plinth/api/access/roles'
import {
  createTenant,
  deleteTenant,
  exportTenants,
  filterTenants,
  getTenant,
  searchTenants,
  type Tenant,
  updateTenant,
} from '@plinth/api/access/tenants'
import { getUser } from '@plinth/api/access/users'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { newAddress, newMobileNo } from '../../kernel/testing/unique.ts'
import {
  type Client,
  everything,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { startingRoles } from '../roles/roles.queries.ts'
import { newUser } from '../users/users.factory.ts'
import { newTenant, tenantBody } from './tenants.factory.ts'
import { schemaNameOf, subdomainOf } from './tenants.queries.ts'

let server: TestServer
let operator: Client & { userId: string }
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer()
  operator = await (await operatorCompany(server)).as()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const found = async (body: object) => (await operator.ok(filterTenants, { body })).content.map(({ id }) => id)

describe('a new company', () => {
  test('is ACTIVE and has the fields that were sent and the starting roles [9.14]', async () => {
    const fields = {
      name: `Konkan Roads ${newId()}`,
      contactEmail: 'a@konkan.example',
      mobileNo: '+919812345678',
      whatsAppNo: '9812345678',
      comment: 'since May',
    }
    const created = await newTenant(operator, fields)
    expect(created).toMatchObject({
      ...fields,
      status: 'ACTIVE',
      kind: 'CUSTOMER',
      requiresSecondFactor: false,
      createdBy: operator.userId,
    })
    expect(created.subdomain).toBe(subdomainOf(fields.name))
    expect(created.schemaName).toBe(schemaNameOf(created.subdomain ?? ''))
    expect(await operator.ok(getTenant, { params: { id: created.id } })).toEqual(created)
    const roles = await operator.ok(listRoles, { query: { tenantId: created.id } })
    expect(roles.map(({ name }) => name).sort()).toEqual(startingRoles.map(({ name }) => name).sort())
  })

  test("has an Administrator with every flag on operators' new modules, but none on platform modules", async () => {
    const module = await operator.ok(createModule, { body: { name: `Site diary ${newId()}` } })
    const { id } = await newTenant(operator)
    const roles = await operator.ok(listRoles, { query: { tenantId: id } })
    const administrator = roles.find(({ name }) => name === 'Administrator')
    const { permissions } = await operator.ok(getRole, { params: { id: administrator?.id ?? '' } })
    expect(permissions.find(({ moduleId }) => moduleId === module.id)).toMatchObject({ canView: true, canDelete: true })
    const held = permissions.filter(({ canEdit }) => canEdit).map(({ moduleName }) => moduleName)
    expect(held).toEqual(expect.arrayContaining(Object.keys(everything)))
    for (const platform of ['Tenants', 'Modules', 'Credentials']) expect(held).not.toContain(platform)
  })

  test.each(['name', 'subdomain', 'schemaName'] as const)(
    'cannot share its %s with another, and the error names it',
    async (field) => {
      const created = await newTenant(operator, {
        subdomain: `s-${newId().slice(0, 20)}`,
        schemaName: `s_${newId().replaceAll('-', '')}`,
      })
      const twin = {
        ...tenantBody(),
        subdomain: `t-${newId().slice(0, 20)}`,
        schemaName: `t_${newId().replaceAll('-', '')}`,
      }
      const refusal = await operator.refused(createTenant, { body: { ...twin, [field]: created[field] } })
      expect(refusal).toMatchObject({ status: 409, fields: [{ path: field }] })
    },
  )

  const bad: [string, object, string][] = [
    ['no name', { name: '' }, 'name'],
    ['a subdomain with capitals', { subdomain: 'Konkan' }, 'subdomain'],
    ['a subdomain that ends in a hyphen', { subdomain: 'konkan-' }, 'subdomain'],
    ['a schema name that is no identifier', { schemaName: '1; drop schema app' }, 'schemaName'],
    ['a malformed e-mail', { contactEmail: 'office' }, 'contactEmail'],
    ['a short number', { whatsAppNo: '123' }, 'whatsAppNo'],
    ['a status of 33 characters', { status: 'x'.repeat(33) }, 'status'],
    ['an empty status', { status: ' ' }, 'status'],
    ['an unknown field', { plan: 'gold' }, 'plan'],
  ]
  test.each(bad)('with %s is refused, naming the field', async (_, wrong, path) => {
    expect(await operator.refused(createTenant, { body: { ...tenantBody(), ...wrong } })).toMatchObject({
      status: 400,
      fields: [{ path }],
    })
  })

  test('is created once for one Idempotency-Key', async () => {
    const body = tenantBody()
    const headers = { 'idempotency-key': newId() }
    const first = await operator.ok(createTenant, { body }, headers)
    expect(await operator.ok(createTenant, { body }, headers)).toEqual(first)
  })

  test("is never an operator's company, whatever is sent", async () => {
    const created = await operator.ok(createTenant, { body: { ...tenantBody(), kind: 'OPERATOR' } })
    expect(created.kind).toBe('CUSTOMER')
  })
})

describe('the status of a company', () => {
  test.each(['ACTIVE', 'SUSPENDED', 'TERMINATED', 'DELETED'])(
    '%s is stored in capitals, whatever case it was typed in [4.15]',
    async (status) => {
      const { id } = await newTenant(operator)
      expect(
        (await operator.ok(updateTenant, { params: { id }, body: { status: ` ${status.toLowerCase()} ` } })).status,
      ).toBe(status)
    },
  )

  test('may be any other text [4.16]', async () => {
    const { id } = await newTenant(operator)
    expect((await operator.ok(updateTenant, { params: { id }, body: { status: 'On trial' } })).status).toBe('On trial')
  })

  const statusChanges: [string, (id: string) => Promise<unknown>][] = [
    ...['SUSPENDED', 'TERMINATED', 'DELETED', 'On trial'].map((status): [string, (id: string) => Promise<unknown>] => [
      status,
      (id) => operator.ok(updateTenant, { params: { id }, body: { status } }),
    ]),
    ['deleted', (id) => operator.ok(deleteTenant, { params: { id } })],
  ]
  test.each(statusChanges)(
    '%s ends all its sessions at once and stops sign-ins; other companies are not affected',
    async (_, close) => {
      const [company, bystander] = [await newCompany(server), await newCompany(server)]
      const [person, outsider] = [await company.as(), await bystander.as()]
      await close(company.id)
      expect((await person.sendCall(getSession, {})).status).toBe(401)
      expect((await person.sendCall(filterContracts, { body: {} })).status).toBe(401)
      expect(
        (await server.stranger.sendCall(refresh, { body: { refreshToken: person.session.refreshToken } })).status,
      ).toBe(401)
      const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
      expect(await server.stranger.refused(login, { body })).toMatchObject({
        status: 401,
        message: 'Invalid credentials. Please try again.',
      })
      expect((await outsider.sendCall(filterContracts, { body: {} })).status).toBe(200)
    },
  )

  test('ACTIVE after a suspension lets people sign in again, but restores no old session', async () => {
    const company = await newCompany(server)
    const person = await company.as()
    for (const status of ['SUSPENDED', 'ACTIVE'])
      await operator.ok(updateTenant, { params: { id: company.id }, body: { status } })
    expect((await person.sendCall(getSession, {})).status).toBe(401)
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    expect((await server.stranger.sendCall(login, { body })).status).toBe(200)
  })
})

describe('a deleted company', () => {
  test('is found by no call, and its names can be used again', async () => {
    const created = await newTenant(operator)
    const { id } = created
    const person = await newUser(operator, { tenantId: id })
    await operator.ok(deleteTenant, { params: { id } })
    for (const call of [getTenant, deleteTenant])
      expect(await operator.refused(call, { params: { id } })).toMatchObject({ status: 404 })
    expect(await operator.refused(updateTenant, { params: { id }, body: {} })).toMatchObject({ status: 404 })
    expect(await operator.refused(getUser, { params: { id: person.id } })).toMatchObject({ status: 404 })
    expect(await found({ name: created.name })).toEqual([])
    expect(await operator.ok(searchTenants, { query: { keyword: created.name } })).toEqual([])
    expect((await newTenant(operator, { name: created.name })).subdomain).toBe(created.subdomain)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['the delete call', (id) => operator.ok(deleteTenant, { params: { id } })],
    ['its status', (id) => operator.ok(updateTenant, { params: { id }, body: { status: 'deleted' } })],
    ['a statement in the database', (id) => admin.query(`update tenants set status = 'DELETED' where id = $1`, [id])],
  ])('by %s is found by operators under the status DELETED, and nowhere else', async (_, remove) => {
    const { id, name } = await newTenant(operator)
    await remove(id)
    for (const status of ['DELETED', ['DELETED'], ['ACTIVE', 'DELETED']]) {
      const { content } = await operator.ok(filterTenants, { body: { name, status } })
      expect(content).toMatchObject([{ id, status: 'DELETED', isDeleted: true, deletedAt: expect.any(String) }])
      const columns = [{ field: 'name', label: 'Name' }]
      const sheet = await operator.sendCall(exportTenants, { body: { name, status, format: 'csv', columns } })
      expect(sheet.text).toContain(name)
    }
    for (const status of [undefined, '', [], 'ACTIVE', ['ACTIVE', 'SUSPENDED', 'TERMINATED']]) {
      expect(await found({ name, status })).toEqual([])
      const columns = [{ field: 'name', label: 'Name' }]
      const sheet = await operator.sendCall(exportTenants, { body: { name, status, format: 'csv', columns } })
      expect(sheet.text).not.toContain(name)
    }
    for (const call of [getTenant, deleteTenant])
      expect(await operator.refused(call, { params: { id } })).toMatchObject({ status: 404 })
    expect(await operator.ok(searchTenants, { query: { keyword: name } })).toEqual([])
    const customer = await (await newCompany(server)).as()
    expect((await customer.refused(filterTenants, { body: { name, status: 'DELETED' } })).status).toBe(403)
  })

  test('can be made only with canDelete, also through its status, and not by a creation', async () => {
    const editor = await (await operatorCompany(server)).as({ Tenants: ['canView', 'canEdit'] })
    const { id } = await newTenant(operator)
    const body = { status: 'DELETED' }
    expect(await editor.refused(updateTenant, { params: { id }, body })).toMatchObject({ status: 403 })
    expect(await operator.ok(getTenant, { params: { id } })).toMatchObject({ status: 'ACTIVE' })
    expect(await operator.refused(createTenant, { body: tenantBody(body) })).toMatchObject({
      status: 400,
      fields: [{ path: 'status' }],
    })
  })
})

test("the operators' company can be neither suspended nor deleted", async () => {
  const { id } = await operatorCompany(server)
  expect(await operator.refused(deleteTenant, { params: { id } })).toMatchObject({ status: 409 })
  expect(await operator.refused(updateTenant, { params: { id }, body: { status: 'SUSPENDED' } })).toMatchObject({
    status: 409,
  })
  expect((await operator.sendCall(getSession, {})).status).toBe(200)
})

describe('the search for companies', () => {
  let created: Tenant
  const key = newId().slice(0, 13)
  beforeAll(async () => {
    created = await newTenant(operator, {
      name: `Deccan ${key}`,
      subdomain: `deccan-${key}`,
      contactEmail: `office-${key}@test.example`,
      mobileNo: newMobileNo(),
      whatsAppNo: newMobileNo(),
      status: 'SUSPENDED',
    })
    await newTenant(operator, { name: `Deccan other ${key}` })
  })

  test('finds by every filter', async () => {
    const today = dayInIndia(created.createdAt)
    for (const body of [
      { name: `deccan ${key}` },
      { subdomain: `DECCAN-${key}` },
      { contactEmail: `office-${key}` },
      { mobileNo: created.mobileNo },
      { whatsAppNo: created.whatsAppNo },
      { name: key, status: ['SUSPENDED', 'TERMINATED'] },
      { name: key, status: 'SUSPENDED' },
      { name: `deccan ${key}`, dateRange: { from: `${today}T00:00:00Z`, to: `${today}T23:59:59Z` } },
    ])
      expect(await found(body), JSON.stringify(body)).toEqual([created.id])
    for (const body of [
      { name: key, status: ['TERMINATED'] },
      { name: key, dateRange: { to: '2020-01-01T00:00:00Z' } },
    ])
      expect(await found(body), JSON.stringify(body)).toEqual([])
    for (const status of [[], '', null]) expect(await found({ name: key, status })).toHaveLength(2)
  })

  test('for a choice by name needs three characters and takes % literally [7.10 9.4]', async () => {
    expect(await operator.ok(searchTenants, { query: { keyword: `deccan ${key}` } })).toEqual([
      { id: created.id, name: created.name, status: 'SUSPENDED' },
    ])
    expect(await operator.refused(searchTenants, { query: { keyword: 'de' } })).toMatchObject({
      status: 400,
      fields: [{ path: 'keyword' }],
    })
    expect(await operator.ok(searchTenants, { query: { keyword: '%%%' } })).toEqual([])
  })
})

describe('an operator', () => {
  test('who creates a company can add people to it, but cannot read its contracts', async () => {
    const created = await newTenant(operator)
    const person = await newUser(operator, { tenantId: created.id })
    expect(person).toMatchObject({ tenantId: created.id, tenantName: created.name })
    expect((await operator.sendCall(filterContracts, { body: {} })).status).toBe(403)
  })

  test('stays in their own company after a call about another', async () => {
    const { id } = await newTenant(operator)
    await operator.ok(getTenant, { params: { id } })
    expect((await operator.ok(getSession, {})).tenantName).toBe('Plinth')
  })
})

test('the search that suggests names is limited to 30 a minute for each address', async () => {
  const proxied = await startTestServer({ trustProxy: 'loopback' })
  try {
    const from = (address: string) =>
      proxied.stranger.sendCall(searchTenantNames, { query: { keyword: newId() } }, { 'x-forwarded-for': address })
    const [busy, other] = [newAddress(), newAddress()]
    for (let search = 1; search <= 30; search += 1) expect((await from(busy)).status).toBe(200)
    const refused = await from(busy)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await from(other)).status).toBe(200)
  } finally {
    await proxied.stop()
  }
})

describe('subdomain and schema name', () => {
  test.each([
    ['Konkan Roads & Sons', 'konkan-roads-sons'],
    ['  --A--  ', 'a'],
    ['भारत', 'company'],
    ['Söhne GmbH', 'sohne-gmbh'],
    [`${'x'.repeat(62)} yz`, 'x'.repeat(62)],
  ])('%s gives %s', (name, subdomain) => {
    expect(subdomainOf(name)).toBe(subdomain)
    expect(schemaNameOf(subdomain)).toMatch(/^[a-z_][a-z0-9_]{0,62}$/)
  })
})
