import { endpoints } from '@plinth/api'
import { auditedRecords } from '@plinth/api/entities'
import { updateBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { flags, type ModuleName, moduleNames } from '@plinth/api/kernel/permissions'
import { namesOf } from '@plinth/api/kernel/record'
import { type AuditEntry, exportAuditTrail, filterAuditTrail, getAuditProof } from '@plinth/api/platform/audit-trail'
import { exportContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDocument, textFile } from '../../documents/documents/documents.factory.ts'
import { newNote } from '../../documents/notes/notes.factory.ts'
import { newFacility } from '../../guarantees/bank-facilities/bank-facilities.factory.ts'
import { newPlan } from '../../guarantees/bg-plans/bg-plans.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, newId, testSecret } from '../../kernel/testing/databases.ts'
import { newMark } from '../../reminders/deadlines/deadlines.factory.ts'
import { newContract, newTender } from '../../tenders/contracts/contracts.factory.ts'
import { collections, inputFor } from '../../testing/test-graph.ts'
import type { Graph } from '../../testing/test-inputs.ts'
import {
  type Client,
  type Company,
  everything,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { readers } from './readers.rules.ts'
import { sealTrails } from './seals.queries.ts'

/** The audit trail shows values only to users who may see them in the records themselves, for every kind of record. */

let server: TestServer
let company: Company
let owner: Client & { userId: string }
let auditor: Client
/** Any ids will do: the server refuses a call without permission before it looks for the record. */
const anywhere: Graph = Object.fromEntries(collections.map((segment) => [segment, newId()]))
/** By kind, the id of a record that has an audit entry. */
const marked = new Map<string, string>()

const kinds = namesOf(auditedRecords)
const ownKinds = namesOf(readers)
const markOf = (kind: string) => `Seen in ${kind}`

beforeAll(async () => {
  server = await startTestServer({ alone: true })
  company = await newCompany(server)
  owner = await company.as()
  auditor = await company.as({ 'Audit Trail': ['canView', 'canReport'] })
  const admin = await adminClient(server.admin ?? {})
  for (const kind of kinds) {
    marked.set(kind, newId())
    await admin.query(
      `insert into audit_entries (tenant_id, is_operator, action, record_type, record_id, changes) values ($1, false, 'CHANGED', $2, $3, $4)`,
      [company.id, kind, marked.get(kind), JSON.stringify({ remark: ['Before', markOf(kind)] })],
    )
  }
  await admin.end()
})
afterAll(() => server.stop())

async function entriesOf(recordId: string, by: Client): Promise<AuditEntry[]> {
  return (await by.ok(filterAuditTrail, { body: { recordId, pagination: { page: 0, size: 200 } } })).content
}
async function entryOf(recordId: string, by: Client): Promise<AuditEntry> {
  return (await entriesOf(recordId, by)).at(-1) ?? expect.fail()
}
const nameOf = (call: Endpoint) => Object.entries(endpoints).find(([, other]) => other === call)?.[0] ?? expect.fail()

/** Whether a user may make one of the calls that show records of a kind. */
async function mayRead(by: Client, kind: (typeof ownKinds)[number]): Promise<boolean> {
  for (const call of readers[kind]) {
    const { status } = await by.sendCall(call, inputFor(nameOf(call), call, anywhere))
    if (status !== 403) return true
  }
  return false
}

/** A user who reads the audit trail and has one other module. */
const withModule = (module: ModuleName) => company.as({ 'Audit Trail': ['canView', 'canReport'], [module]: flags })

const openKinds = ['company_rules', 'rule_confirmations', 'modules']

describe('for every kind of record', () => {
  test.each(kinds)(
    'an entry of %s shows a user with the trail only which fields changed, and no value',
    async (kind) => {
      const entry = await entryOf(marked.get(kind) ?? '', auditor)
      expect(entry).toMatchObject({ recordType: kind, action: 'CHANGED' })
      if (openKinds.includes(kind))
        expect(entry).toMatchObject({ isHidden: false, changes: { remark: ['Before', markOf(kind)] } })
      else expect(entry).toMatchObject({ isHidden: true, recordName: null, changes: { remark: null } })
    },
  )

  test('the exported trail has the values only of kinds that everybody may read', async () => {
    const columns = [{ field: 'recordType', label: 'Kind' } as const, { field: 'changes', label: 'Changes' } as const]
    const sheetFor = async (by: Client) =>
      (await by.sendCall(exportAuditTrail, { body: { format: 'csv', columns } })).text
    const [whole, hidden] = [await sheetFor(owner), await sheetFor(auditor)]
    const shownIn = (text: string) =>
      kinds.filter((kind) => text.includes(`${markOf(kind)}\r`) || text.includes(`${markOf(kind)}"`))
    expect(shownIn(hidden).toSorted()).toEqual(openKinds.toSorted())
    expect(shownIn(whole).length).toBeGreaterThan(40)
  })

  const modules = moduleNames.filter((name) => name in everything && name !== 'Audit Trail')
  test.each(modules)('the trail shows users with %s the values of the records that they may read', async (module) => {
    const person = await withModule(module)
    const shown: string[] = []
    const readable: string[] = []
    for (const kind of ownKinds) {
      if (!(await entryOf(marked.get(kind) ?? '', person)).isHidden) shown.push(kind)
      if (await mayRead(person, kind)) readable.push(kind)
    }
    expect(shown).toEqual(readable)
  })
})

test('entries of notes, documents and marks follow the permissions of their record', async () => {
  const { id: contractId } = await newTender(owner)
  const { id: projectId } = await newProject(owner)
  const ofContract = [
    (await newNote(owner, contractId)).id,
    (await newDocument(owner, contractId, textFile('Rates', 'quoted-rates.txt'))).id,
    (await newMark(owner, contractId)).id,
  ]
  const ofProject = (await newNote(owner, projectId, {}, 'PROJECT')).id
  const [tenders, sites] = [await withModule('Contracts'), await withModule('Projects')]
  const isHiddenFrom = async (by: Client, id: string) => {
    const entries = await entriesOf(id, by)
    expect(entries.length).toBeGreaterThan(0)
    return [
      ...new Set(
        entries.map(({ isHidden, changes }) => isHidden && Object.values(changes).every((value) => value === null)),
      ),
    ]
  }
  for (const id of ofContract) {
    expect(await isHiddenFrom(tenders, id)).toEqual([false])
    for (const by of [sites, auditor]) expect(await isHiddenFrom(by, id)).toEqual([true])
  }
  expect(await isHiddenFrom(sites, ofProject)).toEqual([false])
  for (const by of [tenders, auditor]) expect(await isHiddenFrom(by, ofProject)).toEqual([true])
})

test('the limit of a bank is visible to users who may view payments, and its name to users who may view contracts', async () => {
  const { id } = await newFacility(owner, { bank: 'Canara Bank', limitAmount: 5_00_00_000 })
  await owner.ok(updateBankFacility, { params: { id }, body: { limitAmount: 7_00_00_000 } })
  const [money, tenders] = [await withModule('Payments'), await withModule('Contracts')]
  const change = { limit_amount: [5_00_00_000, 7_00_00_000] }
  expect((await entriesOf(id, money))[0]).toMatchObject({ isHidden: false, changes: change })
  for (const by of [tenders, auditor]) {
    const [entry] = await entriesOf(id, by)
    expect(entry).toMatchObject({ isHidden: true, recordName: null, changes: { limit_amount: null } })
  }
  const contract = await newContract(owner, { contractName: 'Kaveri barrage' })
  const plan = await newPlan(owner, { contractId: contract.id, facilityId: id })
  const found = await money.ok(filterAuditTrail, { body: { recordId: plan.id } })
  expect(found.content[0]).toMatchObject({ isHidden: false, recordName: null, changes: { contract_id: contract.id } })
  expect(found.names).toEqual({ [id]: 'Canara Bank' })
  const whole = await owner.ok(filterAuditTrail, { body: { recordId: plan.id } })
  expect(whole.content[0]?.recordName).toBe('Kaveri barrage')
  expect(whole.names).toMatchObject({ [contract.id]: 'Kaveri barrage' })
})

test('the number of a guarantee in a plan is visible only to users who may view contracts', async () => {
  const contract = await newContract(owner)
  const facility = await newFacility(owner, { bank: 'Canara Bank' })
  const paper = await newGuarantee(owner, { number: 'CNRB 0077', facilityId: facility.id })
  const plan = await newPlan(owner, { contractId: contract.id, facilityId: facility.id })
  await owner.ok(updateBgPlan, { params: { id: plan.id }, body: { state: 'ISSUED', instrumentId: paper.id } })
  const trailFor = async (by: Client) => JSON.stringify(await by.ok(filterAuditTrail, { body: { recordId: plan.id } }))
  expect(await trailFor(await company.as({ 'Audit Trail': flags, Payments: flags, Contracts: flags }))).toContain(
    'CNRB 0077',
  )
  expect(await trailFor(await withModule('Payments'))).not.toContain('CNRB 0077')
})

test('the digest of the newest seal is visible only to users who may read every kind of record, because others could guess values with it', async () => {
  await sealTrails(server.door, tokens(testSecret))
  const viewing = (...names: ModuleName[]) => Object.fromEntries(names.map((name) => [name, ['canView'] as const]))
  const sealFor = async (by: Client) => (await by.ok(getAuditProof, {})).newest
  const modules = moduleNames.filter((name) => name in everything)
  const whole = await sealFor(await company.as(viewing(...modules)))
  expect(whole?.digest).toMatch(/^[\da-f]{64}$/)
  const hidden = { ...whole, digest: null }
  expect(await sealFor(auditor)).toEqual(hidden)
  const lacking = await company.as(viewing(...modules.filter((name) => name !== 'General Tasks')))
  expect(await sealFor(lacking)).toEqual(hidden)
})

test('the filters of an export are visible to users who may view its list', async () => {
  const columns = [{ field: 'contractName', label: 'Contract' }]
  await owner.sendCall(exportContracts, { body: { format: 'csv', columns, contractName: 'Tunga aqueduct' } })
  const shownFilters = async (by: Client) =>
    JSON.stringify((await by.ok(filterAuditTrail, { body: { action: 'EXPORTED', recordType: ['contracts'] } })).content)
  expect(await shownFilters(await withModule('Contracts'))).toContain('Tunga aqueduct')
  expect(await shownFilters(auditor)).not.toContain('Tunga aqueduct')
})
