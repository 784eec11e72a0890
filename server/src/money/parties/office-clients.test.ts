import { deleteParty, getParty, updateParty } from '@plinth/api/money/parties'
import { createOffice, deleteOffice, filterOffices, getOffice, updateOffice } from '@plinth/api/tenders/offices'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, newId, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newOffice, officeBody } from '../../tenders/offices/offices.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newParty } from './parties.factory.ts'

let server: TestServer
let owner: Client
let stranger: Client

beforeAll(async () => {
  server = await startTestServer()
  owner = await (await newCompany(server)).as()
  stranger = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const newClient = (legalName: string) => newParty(owner, { kinds: ['CLIENT'], legalName })
const partyOf = async (id: string) => (await owner.ok(getOffice, { params: { id } })).partyId
const edit = (id: string, body: object) => owner.ok(updateOffice, { params: { id }, body })
const editParty = (id: string, body: object) => owner.ok(updateParty, { params: { id }, body })

describe('an office without a client', () => {
  test('gets the client that its department names, ignoring case, whichever was created first', async () => {
    const department = `Irrigation ${newId()}`
    const before = await newOffice(owner, { department: department.toUpperCase() })
    expect(before).toMatchObject({ partyId: null, partyName: null })
    const { id } = await newClient(department)
    expect(await partyOf(before.id)).toBe(id)
    expect(await newOffice(owner, { department: department.toLowerCase() })).toMatchObject({
      partyId: id,
      partyName: department,
    })
    const { content } = await owner.ok(filterOffices, { body: { partyId: [id] } })
    expect(content).toHaveLength(2)
  })

  test('gets it after a change of either, and loses it when its department changes', async () => {
    const [first, next] = [newId(), newId()]
    const { id: office } = await newOffice(owner, { department: first })
    const party = await newParty(owner, { legalName: newId(), kinds: ['CLIENT'] })
    await editParty(party.id, { legalName: first })
    expect(await partyOf(office)).toBe(party.id)
    const vendor = await newParty(owner, { legalName: next })
    await edit(office, { department: next })
    expect(await partyOf(office)).toBeNull()
    await editParty(vendor.id, { kinds: ['VENDOR', 'CLIENT'] })
    expect(await partyOf(office)).toBe(vendor.id)
    await edit(office, { department: first })
    expect(await partyOf(office)).toBe(party.id)
  })

  test('gets none if several clients have the name, or if the party is deleted, of another company or no client', async () => {
    const department = newId()
    for (const by of [owner, owner]) await newParty(by, { legalName: department, kinds: ['CLIENT'] })
    expect((await newOffice(owner, { department })).partyId).toBeNull()
    const [deleted, foreign, vendor] = [newId(), newId(), newId()]
    await owner.ok(deleteParty, { params: { id: (await newClient(deleted)).id } })
    await newParty(stranger, { legalName: foreign, kinds: ['CLIENT'] })
    await newParty(owner, { legalName: vendor })
    for (const name of [deleted, foreign, vendor])
      expect((await newOffice(owner, { department: name })).partyId).toBeNull()
    const { totalElements } = await stranger.ok(filterOffices, { body: {} })
    expect(totalElements).toBe(0)
  })
})

test('a client that was entered stays when the department changes', async () => {
  const [entered, named] = [await newClient(newId()), await newClient(newId())]
  const office = await newOffice(owner, { department: named.legalName, partyId: entered.id })
  expect(office.partyId).toBe(entered.id)
  await edit(office.id, { department: newId() })
  expect(await partyOf(office.id)).toBe(entered.id)
  // Without an entered client, the department decides again.
  expect(await edit(office.id, { partyId: null, department: named.legalName })).toMatchObject({ partyId: named.id })
})

test('an office can name only an existing client of the same company', async () => {
  const vendor = await newParty(owner)
  const deleted = await newClient(newId())
  await owner.ok(deleteParty, { params: { id: deleted.id } })
  const office = await newOffice(owner)
  const fields = [{ path: 'partyId', message: 'must be a client of your company' }]
  for (const partyId of [vendor.id, deleted.id, (await newParty(stranger, { kinds: ['CLIENT'] })).id, newId()]) {
    expect(await owner.refused(createOffice, { body: officeBody({ partyId }) })).toMatchObject({ status: 400, fields })
    const params = { id: office.id }
    expect(await owner.refused(updateOffice, { params, body: { partyId } })).toMatchObject({ status: 400, fields })
  }
})

test('a client that an office names cannot be deleted or stop being a client, and the refusal names the office', async () => {
  const { id } = await newClient(newId())
  const params = { id }
  const first = await newOffice(owner, { partyId: id, name: 'Canal Division', designation: 'Executive Engineer' })
  const office = 'Executive Engineer, Canal Division'
  expect(await owner.refused(deleteParty, { params })).toMatchObject({
    status: 409,
    message: `It cannot be deleted: the office ${office} names it`,
  })
  const message = `must keep client: the office ${office} names it`
  expect(await owner.refused(updateParty, { params, body: { kinds: ['VENDOR'] } })).toMatchObject({
    status: 409,
    fields: [{ path: 'kinds', message }],
  })
  await editParty(id, { kinds: ['VENDOR', 'CLIENT'] })
  const second = await newOffice(owner, { partyId: id, name: 'Zonal Office' })
  expect((await owner.refused(deleteParty, { params })).message).toBe(
    `It cannot be deleted: 2 offices name it, such as ${office}`,
  )
  for (const one of [first, second]) await owner.ok(deleteOffice, { params: { id: one.id } })
  await owner.ok(deleteParty, { params })
  expect((await owner.refused(getParty, { params })).status).toBe(404)
})

test('the migration creates a client for each department of existing offices', async () => {
  const database = await ownDatabase(inject('admin'))
  await migrate(database.admin, testSecret, { upTo: '0052_proof.sql' })
  const admin = await adminClient(database.admin)
  const [one, two] = [newId(), newId()]
  const company = (id: string, offices: string) => `
    insert into tenants (id, name, subdomain, schema_name) values ('${id}', '${id}', 'c-${id}', 'c_${id.replaceAll('-', '_')}');
    select set_config('app.tenant_id', '${id}', false);
    insert into offices (department, name, deleted_at) values ${offices};`
  await admin.query(
    company(
      one,
      `('Public Works', 'A', null), ('PUBLIC works', 'B', null), ('NHAI', 'C', null), ('Closed', 'D', now())`,
    ),
  )
  await admin.query(company(two, `('nhai', 'E', null)`))
  await migrate(database.admin, testSecret)
  const { rows } = await admin.query(
    `select o.tenant_id as company, o.name, p.legal_name as client, p.kinds, p.gst_treatment as treatment from offices o
      left join parties p on p.tenant_id = o.tenant_id and p.id = o.party_id order by o.name`,
  )
  const client = { kinds: ['CLIENT'], treatment: 'UNREGISTERED' }
  expect(rows).toEqual([
    { company: one, name: 'A', client: 'Public Works', ...client },
    { company: one, name: 'B', client: 'Public Works', ...client },
    { company: one, name: 'C', client: 'NHAI', ...client },
    { company: one, name: 'D', client: null, kinds: null, treatment: null },
    { company: two, name: 'E', client: 'nhai', ...client },
  ])
  expect((await admin.query('select from parties')).rowCount).toBe(3)
  await admin.end()
  await database.stop()
})
