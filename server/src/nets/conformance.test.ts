import { endpoints } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminClient, dayInIndia, newId } from '../kernel/testing/databases.ts'
import { newMobileNo } from '../kernel/testing/unique.ts'
import { fromSomewhere } from '../platform/contact/contact.factory.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'

/**
 * The calls of the specification, with addresses and fields as in its text: this test detects a rename in `api/`, which
 * every other test would follow unnoticed. The numbers are those of conventions/statements.md.
 */

let server: TestServer
let company: Company
let owner: Client & { userId: string }
let operator: Client

beforeAll(async () => {
  // On its own database: another company would hold its modules, which could then not be deleted.
  server = await startTestServer({ alone: true, trustProxy: 'loopback' })
  company = await newCompany(server)
  owner = await company.as()
  operator = await (await operatorCompany(server)).as()
})
afterAll(() => server.stop())

type Answered = Record<string, unknown>

/** Makes a call that must succeed, with its address as text; returns the answer. */
async function ok<T = Answered>(by: Client, method: string, path: string, body?: object, headers = {}): Promise<T> {
  const sent = body instanceof FormData ? body : body && JSON.stringify(body)
  const { status, text } = await by.send(method, path, sent, headers)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  expect(status, `${method} ${path}`).toBe(status === 204 ? 204 : 200 + Number(status === 201))
  const answer: T = text === '' ? undefined : JSON.parse(text)
  return answer
}
const list = (by: Client, path: string) => ok<Answered[]>(by, 'GET', path)
const statusOf = async (by: Client, method: string, path: string, body?: object) =>
  (await by.send(method, path, body && JSON.stringify(body))).status

/**
 * Creates, reads, changes and deletes a record of a collection, and checks that its values come back under the same
 * names.
 */
async function checkLifecycle(
  by: Client,
  base: string,
  values: object,
  changed: object,
  create = base,
): Promise<Answered> {
  const created = await ok(by, 'POST', create, values)
  expect(created).toMatchObject(values)
  const own = `${base}/${created['id']}`
  expect(await ok(by, 'GET', own)).toEqual(created)
  expect(await ok(by, 'PUT', own, changed)).toMatchObject({ ...values, ...changed })
  expect(await statusOf(by, 'DELETE', own)).toBe(204)
  expect(await statusOf(by, 'GET', own)).toBe(404)
  return created
}

/** Each body finds the expected record and not the other. */
async function findsBy(
  search: (body: object) => Promise<Answered[]>,
  wanted: unknown,
  others: object,
  filters: object[],
): Promise<void> {
  expect((await search(others)).length).toBeGreaterThan(1)
  for (const filter of filters) {
    const found = await search({ ...others, ...filter })
    expect(
      found.map(({ id }) => id),
      JSON.stringify(filter),
    ).toEqual([wanted])
  }
}
const contentOf = (by: Client, path: string) => async (body: object) =>
  (await ok<{ content: Answered[] }>(by, 'POST', path, body)).content

const flags = ['canCreate', 'canView', 'canEdit', 'canDelete', 'canReport']
const author = /^[0-9a-f-]{36}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const key = newId().slice(0, 8)

test('every call but the contact form lies below a service of the specification, or a later one [7.1 7.37]', () => {
  const specified = ['auth', 'platform', 'project', 'common']
  const later = ['payment']
  const services = new RegExp(`^/(?:${[...specified, ...later].join('|')})/api/`)
  const elsewhere = Object.values(endpoints).filter(({ path }) => !services.test(path))
  expect(elsewhere.map(({ path }) => path)).toEqual(['/api/common/sendEmail'])
})

test('a contact message is accepted under its field names [3.27 7.4]', async () => {
  const email = `${newId()}@visitor.example`
  const message = { name: 'Asha Rao', email, mobile: '+919812345678', message: 'Ten marks.', source: 'home' }
  // An address of its own, because the server process remembers for a moment that an address has to wait.
  const answer = await ok(server.stranger, 'POST', '/api/common/sendEmail', message, fromSomewhere())
  expect(answer).toMatchObject(message)
})

describe('signing in', () => {
  const asGiven = async () => {
    const { email } = await company.person({ Contracts: ['canView', 'canReport'] })
    return { emailOrMobile: email, password: company.password, tenantName: company.name }
  }

  test('takes the specified fields and answers tokens and the user with their permissions [3.2 3.3 3.29 6.1 6.2 7.5]', async () => {
    const answer = await ok<{ user: Answered; accessToken: string; refreshToken: string }>(
      server.stranger,
      'POST',
      '/auth/api/auth/login',
      await asGiven(),
    )
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken', 'user']))
    expect(answer.accessToken.length).toBeGreaterThan(20)
    expect(answer.refreshToken.length).toBeGreaterThan(20)
    const fields = ['id', 'tenantId', 'tenantName', 'username', 'email', 'profileImage', 'permissions']
    expect(Object.keys(answer.user)).toEqual(expect.arrayContaining(fields))
    expect(answer.user).toMatchObject({ tenantId: company.id, tenantName: company.name })
    expect(answer.user['permissions']).toEqual([
      {
        moduleName: 'Contracts',
        canCreate: false,
        canView: true,
        canEdit: false,
        canDelete: false,
        canReport: true,
      },
    ])
  })

  test('needs all three fields, the name of the user’s own tenant among them [5.7 6.16]', async () => {
    const whole = await asGiven()
    for (const name of ['emailOrMobile', 'password', 'tenantName'])
      for (const body of [
        { ...whole, [name]: '' },
        { ...whole, [name]: undefined },
      ])
        expect(await statusOf(server.stranger, 'POST', '/auth/api/auth/login', body), name).toBe(400)
    const another = { ...whole, tenantName: (await newCompany(server)).name }
    expect(await statusOf(server.stranger, 'POST', '/auth/api/auth/login', another)).toBe(401)
  })

  test('is helped by a search for tenant names [7.6]', async () => {
    const path = '/platform/api/tenants/name-search?keyword='
    const names = await ok<string[]>(server.stranger, 'GET', path + company.name.slice(0, 20))
    expect(names).toContain(company.name)
  })
})

describe('the platform', () => {
  const tenants = '/platform/api/tenants'
  test('stores tenants, ACTIVE by default [3.4 7.9 9.14]', async () => {
    const values = {
      name: `Conforming ${newId()}`,
      subdomain: `conforming-${key}`,
      schemaName: `conforming_${key}`,
      contactEmail: 'office@conforming.example',
      mobileNo: '+919812345678',
      whatsAppNo: '9812345679',
      comment: 'By its text',
    }
    const created = await checkLifecycle(operator, tenants, values, { status: 'SUSPENDED' }, `${tenants}/create`)
    expect(created).toMatchObject({ status: 'ACTIVE', createdAt: expect.stringMatching(moment) })
    expect(created['updatedAt']).toMatch(moment)
  })

  test('finds tenants by every filter, in pages, sorted, newest first by default [3.28 7.7 7.8 7.10 9.2 9.3]', async () => {
    const expected = {
      subdomain: `deep-${key}`,
      contactEmail: `pit-${key}@x.example`,
      mobileNo: '+911112223334',
      whatsAppNo: '+912223334445',
      status: 'TERMINATED',
    }
    const names = [`Far ${key} A`, `Far ${key} C`, `Far ${key} B`]
    const created: Answered[] = []
    for (const name of names)
      created.push(await ok(operator, 'POST', `${tenants}/create`, { name, ...(name.endsWith('C') && expected) }))
    const filter = `${tenants}/filter`
    const day = dayInIndia(created[1]?.['createdAt'])
    const dateRange = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` }
    await findsBy(contentOf(operator, filter), created[1]?.['id'], { name: `far ${key}` }, [
      { name: `${key} c` },
      { ...expected, status: ['TERMINATED', 'DELETED'] },
      ...Object.entries(expected).map(([name, value]) => ({ [name]: name === 'status' ? [value] : value })),
      { status: ['TERMINATED'], dateRange },
    ])
    expect(
      await contentOf(operator, filter)({ name: `far ${key}`, dateRange: { to: '2001-01-01T23:59:59Z' } }),
    ).toEqual([])
    const sorted = { sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, size: 2 } }
    const page = await ok(operator, 'POST', filter, { name: `far ${key}`, ...sorted })
    expect(page).toEqual({ content: [created[1]], number: 1, size: 2, totalPages: 2, totalElements: 3 })
    const first = await ok<{ content: Answered[] }>(operator, 'POST', filter, { name: `far ${key}` })
    expect(first).toMatchObject({ number: 0, size: 10 })
    expect(first.content.map(({ name }) => name)).toEqual(names.toReversed())
    const search = `${tenants}/search-tenant-by-names?keyword=far%20${key}%20c`
    expect(await list(operator, search)).toMatchObject([{ id: created[1]?.['id'], name: `Far ${key} C` }])
  })

  const users = '/platform/api/users'
  test('stores users, active by default, and never returns a password [3.5 3.7 3.33 7.12 7.13 9.16]', async () => {
    const values = {
      email: `${newId()}@conforming.example`,
      mobileNo: newMobileNo(),
      designation: 'Surveyor',
      comment: 'By its text',
    }
    const password = 'rain over the western ghats'
    const created = await ok(owner, 'POST', users, { ...values, password, hashedPassword: '' })
    const set = { ...values, tenantId: company.id, tenantName: company.name, isActive: true, profileImage: null }
    expect(created).toMatchObject({ ...set, createdAt: expect.stringMatching(moment), updatedAt: created['createdAt'] })
    const own = `${users}/${created['id']}`
    expect(await ok(owner, 'GET', own)).toEqual(created)
    const changes = {
      designation: 'Foreman',
      password: 'a new song at dusk',
      hashedPassword: '$argon2id$v=19$m=8,t=1,p=1',
    }
    const changed = await ok(owner, 'PUT', own, { ...created, ...changes })
    expect(changed).toMatchObject({ ...set, designation: 'Foreman' })
    expect(JSON.stringify([created, changed])).not.toMatch(/password|hash|argon/i)
    const login = { emailOrMobile: values.email, password: 'a new song at dusk', tenantName: company.name }
    await ok(server.stranger, 'POST', '/auth/api/auth/login', login)
    expect(await statusOf(owner, 'DELETE', own)).toBe(204)
    expect(await statusOf(owner, 'GET', own)).toBe(404)
  })

  test('finds users by every filter, in pages, newest first by default [7.11 9.3]', async () => {
    const words = { designation: `Driver ${key}`, password: 'rain over the western ghats' }
    const odd = { email: `odd.${key}@x.example`, mobileNo: '+913334445556', isActive: false }
    const created: Answered[] = []
    for (const own of [{ email: `z.${key}@x.example` }, odd, { email: `a.${key}@x.example` }])
      created.push(await ok(owner, 'POST', users, { ...words, ...own }))
    const filter = `${users}/filter`
    const day = dayInIndia(created[1]?.['createdAt'])
    const dateRange = { from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` }
    await findsBy(contentOf(owner, filter), created[1]?.['id'], { designation: key }, [
      { email: 'odd.' },
      { mobileNo: '333444' },
      { isActive: false },
      { isActive: false, dateRange },
    ])
    const search = contentOf(owner, filter)
    expect(await search({ designation: key, dateRange: { to: '2001-01-01T23:59:59Z' } })).toEqual([])
    expect((await search({ designation: key })).map(({ id }) => id)).toEqual(created.map(({ id }) => id).toReversed())
    const sorted = { sort: { field: 'email', direction: 'asc' }, pagination: { page: 0, size: 2 } }
    const page = await ok(owner, 'POST', filter, { designation: key, ...sorted })
    expect(page).toEqual({ content: [created[2], created[1]], number: 0, size: 2, totalPages: 2, totalElements: 3 })
  })

  const modules = '/platform/api/modules'
  test('stores modules, active by default, and has those of the specification [3.8 6.4 7.19 7.20 9.16]', async () => {
    const values = { name: `Quarrying ${newId()}`, description: 'Pits' }
    const created = await checkLifecycle(operator, modules, { ...values, status: true }, { status: false })
    expect(created).toMatchObject({ status: true })
    const another = await ok(operator, 'POST', modules, { name: `Blasting ${newId()}` })
    expect(another).toMatchObject({ status: true })
    const names = (await list(owner, modules)).map(({ name }) => name)
    const text =
      'Home, About, Tenants, User, Modules, Role, Contracts, Projects, Project Tasks, General Tasks, Inventories, ' +
      'Payroll, Vehicles, Vehicle Insurance, Attendance, Payments, Estimations, Reports, GST, Notification, Reminders'
    expect(text.split(', ')).toHaveLength(21)
    expect(names).toEqual(expect.arrayContaining([...text.split(', '), 'UserRoleMapping', another['name']]))
    await ok(operator, 'DELETE', `${modules}/${another['id']}`)
  })

  const roles = '/platform/api/roles'
  test('stores roles, each with a grid of permissions [3.9 3.10 6.1 6.13 7.21 7.22 7.23 7.24]', async () => {
    const values = { name: `Storekeeper ${newId()}`, description: 'Cement and steel' }
    await checkLifecycle(owner, roles, values, { name: `Keeper ${newId()}` })
    const { id } = await ok(owner, 'POST', roles, values)
    expect((await list(owner, `${roles}/all`)).map((role) => role['id'])).toContain(id)
    const grid = () => list(owner, `/platform/api/permissions/role-id-permissions?roleId=${id}`)
    const contracts = (await grid()).find(({ moduleName }) => moduleName === 'Contracts')
    expect(Object.keys(contracts ?? {}).toSorted()).toEqual([...flags, 'roleId', 'moduleId', 'moduleName'].toSorted())
    for (const flag of flags) {
      const row = { ...contracts, canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false }
      await ok(owner, 'POST', `/platform/api/permissions/bulk/${id}`, [{ ...row, [flag]: true }])
      const granted = (await grid()).flatMap((each) =>
        flags.filter((name) => each[name]).map((name) => [each['moduleName'], name]),
      )
      expect(granted).toEqual([['Contracts', flag]])
    }
  })

  test('maps roles to users, and their permissions count at the next call [3.11 3.12 6.14 7.14 7.15 7.16 7.17 7.18]', async () => {
    const person = await company.as({})
    const name = `Reader ${newId()}`
    const { id: roleId } = await ok(owner, 'POST', roles, { name })
    const rows = await list(owner, `/platform/api/permissions/role-id-permissions?roleId=${roleId}`)
    const contracts = rows
      .filter(({ moduleName }) => moduleName === 'Contracts')
      .map((row) => ({ ...row, canView: true }))
    await ok(owner, 'POST', `/platform/api/permissions/bulk/${roleId}`, contracts)
    const mappings = '/platform/api/user-role-mappings'
    const { userId } = person
    const isHeld = async () => {
      const selection = await list(owner, `${mappings}/user/${userId}/role-selection`)
      expect(selection.length).toBeGreaterThan(2)
      const [row] = selection.filter((each) => each['roleId'] === roleId)
      expect(row).toMatchObject({ roleId, roleName: name })
      return row?.['userId']
    }
    expect(await isHeld()).toBeNull()
    expect(await statusOf(person, 'POST', '/project/api/contracts/filter', {})).toBe(403)
    await ok(owner, 'POST', mappings, { userId, roleId })
    expect(await isHeld()).toBe(userId)
    expect((await list(owner, `${mappings}/user/${userId}`)).map((row) => row['roleId'])).toContain(roleId)
    expect(await statusOf(person, 'POST', '/project/api/contracts/filter', {})).toBe(200)
    const permissions = await list(owner, `/platform/api/user-module-permissions/user/${userId}`)
    const may = permissions.filter((row) => flags.some((flag) => row[flag]))
    const only = { canCreate: false, canView: true, canEdit: false, canDelete: false, canReport: false }
    expect(may).toMatchObject([{ moduleName: 'Contracts', moduleId: expect.stringMatching(author), ...only }])
    expect(may[0]).toHaveProperty('moduleDescription')
    expect(await statusOf(owner, 'DELETE', `${mappings}/user/${userId}/role/${roleId}`)).toBe(204)
    expect(await isHeld()).toBeNull()
    expect(await statusOf(person, 'POST', '/project/api/contracts/filter', {})).toBe(403)
  })
})

test('a deleted contract records when and by whom it was deleted [3.17]', async () => {
  const contracts = '/project/api/contracts'
  const { id, isDeleted, deletedAt, deletedBy } = await ok(owner, 'POST', contracts, { contractName: 'Struck out' })
  expect({ isDeleted, deletedAt, deletedBy }).toEqual({ isDeleted: false, deletedAt: null, deletedBy: null })
  const clerk = await company.as()
  const began = Date.now()
  await ok(clerk, 'DELETE', `${contracts}/${id}`)
  const ended = Date.now()
  const admin = await adminClient(server.admin ?? {})
  const columns = 'contract_name, created_by, deleted_by, extract(epoch from deleted_at) * 1000 as deleted_at'
  const { rows } = await admin.query(`select ${columns} from contracts where id = $1`, [id])
  await admin.end()
  const [{ deleted_at: moment, ...row }] = rows
  expect(row).toEqual({ contract_name: 'Struck out', created_by: owner.userId, deleted_by: clerk.userId })
  expect(Number(moment)).toBeGreaterThanOrEqual(began)
  expect(Number(moment)).toBeLessThanOrEqual(ended + 1)
  for (const by of [owner, clerk]) expect(await statusOf(by, 'GET', `${contracts}/${id}`)).toBe(404)
})

describe('documents', () => {
  const formOf = (fields: object) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields))
      for (const each of [value].flat()) form.append(name, each instanceof File ? each : String(each))
    return form
  }
  const note = (name = 'Note.txt') => new File(['Measured on site.\n'], name, { type: 'text/plain' })
  const fields = ['id', 'fileName', 'fileType', 'size', 's3Url', 'thumbnailUrl', 'previewUrl']

  test('are uploaded with all specified fields, and listed with their links [3.25 3.26 7.46 7.47 9.12]', async () => {
    const { id } = await ok(owner, 'POST', '/project/api/contracts', { contractName: 'Papers' })
    const sent = {
      file: note(),
      tenant_id: company.id,
      entity_type: 'CONTRACT',
      entity_id: id,
      doc_type: 'DRAWING',
      purpose: 'Tender',
      bucket_name: 'default-docs-bucket',
      file_name: 'Measured.txt',
      file_type: 'text/plain',
      file_extension: 'txt',
      size: 18,
    }
    const created = await ok(owner, 'POST', `/project/api/documents/upload`, formOf(sent))
    expect(Object.keys(created)).toEqual(expect.arrayContaining(fields))
    const given = { fileName: 'Measured.txt', fileType: 'text/plain', size: 18, docType: 'DRAWING', purpose: 'Tender' }
    expect(created).toMatchObject({ ...given, entityType: 'CONTRACT', entityId: id, bucketName: 'default-docs-bucket' })
    const listed = await list(owner, `/project/api/documents/${company.id}/CONTRACT/${id}`)
    expect(listed).toMatchObject([{ id: created['id'], fileName: 'Measured.txt', fileType: 'text/plain' }])
    const file = await owner.send('GET', String(listed[0]?.['s3Url']))
    expect([file.status, file.text]).toEqual([200, 'Measured on site.\n'])
  })

  test('go through the common calls too, one or several, with the default kind and bucket [7.49 7.50 7.51 7.52 9.10 9.11]', async () => {
    const { id: entityId } = await ok(owner, 'POST', '/project/api/contracts', { contractName: 'More papers' })
    const common = '/common/api'
    const shared = { tenantId: company.id, entityType: 'CONTRACT', entityId }
    const single = await ok(owner, 'POST', `${common}/documents/upload`, formOf({ ...shared, file: note() }))
    expect(single).toMatchObject({ docType: 'SUPPORT_DOC', bucketName: 'default-docs-bucket', fileName: 'Note.txt' })
    const several = await ok<Answered[]>(
      owner,
      'POST',
      `${common}/documents/upload/multiple`,
      formOf({ ...shared, bucketName: 'default-docs-bucket', files: [note('1.txt'), note('2.txt')] }),
    )
    expect(several.map(({ fileName }) => fileName)).toEqual(['1.txt', '2.txt'])
    const bare = { tenant_id: company.id, entity_type: 'CONTRACT', entity_id: entityId, file: note('3.txt') }
    const third = await ok(owner, 'POST', `/project/api/documents/upload`, formOf(bare))
    expect(third).toMatchObject({ docType: 'SUPPORT_DOC', bucketName: 'default-docs-bucket' })
    const { text } = await owner.send(
      'GET',
      `${common}/download-link?key=${encodeURIComponent(String(single['key']))}&bucketName=default-docs-bucket`,
    )
    const link: string = JSON.parse(text)
    expect((await owner.send('GET', link)).text).toBe('Measured on site.\n')
    expect(await statusOf(owner, 'DELETE', `${common}/documents/${single['id']}`)).toBe(204)
    const left = (await list(owner, `${common}/documents?entityId=${entityId}`)).map(({ fileName }) => fileName)
    expect(left.toSorted()).toEqual(['1.txt', '2.txt', '3.txt'])
    expect((await owner.send('GET', link)).status).toBe(404)
  })
})
