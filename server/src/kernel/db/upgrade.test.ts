import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getSession, refresh, login as signIn } from '@plinth/api/access/auth'
import { filterUsers } from '@plinth/api/access/users'
import { filterDeposits } from '@plinth/api/deposits/deposits'
import { listRecordDocuments } from '@plinth/api/documents/documents'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { createContract, filterContracts, getContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { listOfficeChoices } from '@plinth/api/tenders/offices'
import { filterProjects, getProject } from '@plinth/api/works/projects'
import { filterTasks } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { keysOf } from '../../documents/documents/documents.queries.ts'
import { contractBody } from '../../tenders/contracts/contracts.factory.ts'
import { factories } from '../../testing/test-factories.ts'
import { cheapHash, client, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { refreshHash } from '../secrets/refresh-tokens.ts'
import { tokens } from '../secrets/tokens.ts'
import { adminClient, ownDatabase, testSecret } from '../testing/databases.ts'
import { company, type Hashes, kernelRows, other } from '../testing/upgrade-rows.ts'
import { migrate, migrations } from './migrate.ts'

/** Ordered by the migration that the rows need. */
const allRows = [kernelRows, ...factories.map(({ upgradeRows = {} }) => upgradeRows)]
  .flatMap((rows) => Object.entries(rows))
  .toSorted(([one], [other]) => (one < other ? -1 : 1))

type Admin = Awaited<ReturnType<typeof adminClient>>

const password = 'laterite on the ghat road'
const refreshToken = tokens(testSecret).signRefresh({ tenantId: company.id, sessionId: company.session, generation: 0 })
let hashes: Promise<Hashes> | undefined
const hashed = () =>
  (hashes ??= cheapHash(password).then((hash) => ({ password: hash, refresh: refreshHash(refreshToken) })))

const tablesOf = async (admin: Admin): Promise<string[]> => {
  const found = await admin.query(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  return found.rows.map(({ name }) => name)
}

/** A database in use, of an installation that was never updated after the migration `level`. */
async function databaseAt(level: string) {
  const database = await ownDatabase(inject('admin'))
  await migrate(database.admin, testSecret, { upTo: level })
  const admin = await adminClient(database.admin)
  const known = await hashed()
  for (const [since, rows] of allRows) if (since <= level) await admin.query(rows(known))
  return {
    ...database,
    query: admin,
    stop: async () => {
      await admin.end()
      await database.stop()
    },
  }
}

async function personIn({ url }: TestServer, { name }: { name: string }, { email }: { email: string }) {
  const body = { emailOrMobile: email, password, tenantName: name }
  return client(url, (await client(url).ok(signIn, { body })).accessToken)
}

/** Stores the file of the only document in the store of the installation. */
async function keepFile({ storage }: TestServer): Promise<void> {
  const path = join(storage.arrivals, 'note')
  await writeFile(path, 'hello')
  const sha256 = createHash('sha256').update('hello').digest('hex')
  await storage.keep(keysOf(company.id, company.document).file, { path, size: 5, sha256 })
}

describe.each(migrations)('an installation at the level of %s', (level) => {
  const has = (migration: string) =>
    allRows.map(([since]) => since).some((name) => name.startsWith(migration) && name <= level)

  let database: Awaited<ReturnType<typeof databaseAt>>
  let emptyTables: string[]
  let server: TestServer
  let purged: unknown
  beforeAll(async () => {
    database = await databaseAt(level)
    emptyTables = []
    for (const table of await tablesOf(database.query)) {
      // Each transaction empties it.
      if (table === 'deadline_changes') continue
      if ((await database.query.query(`select from ${table} limit 1`)).rowCount === 0) emptyTables.push(table)
    }
    server = await startTestServer({ login: await migrate(database.admin, testSecret) })
    const leftQuery = `select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from login_attempts) as attempts`
    purged = (await database.query.query(leftQuery)).rows[0]
    await keepFile(server)
  })
  afterAll(async () => {
    await server.stop()
    await database.stop()
  })

  test('had rows in every table and gets every table of today', async () => {
    expect(emptyTables, 'tables without a row in the upgradeRows of a factory').toEqual([])
    const newest = await adminClient(inject('admin'))
    expect(await tablesOf(database.query)).toEqual(await tablesOf(newest))
    await newest.end()
  })

  test('deletes the digests that were made without a key', () => {
    const isKeyed = level >= (migrations.find((name) => name.endsWith('_what_is_over.sql')) ?? '')
    expect(purged).toEqual(isKeyed ? { keys: 1, attempts: 1 } : { keys: 0, attempts: 0 })
  })

  test('answers its records and their figures', async () => {
    const owner = await personIn(server, company, company.owner)
    expect((await owner.ok(filterUsers, { body: {} })).totalElements).toBe(2)
    expect((await owner.ok(getSession, {})).timeZone).toBe('Asia/Kolkata')
    const contracts = await owner.ok(filterContracts, { body: {} })
    expect(contracts.content.map(({ contractName }) => contractName).toSorted()).toEqual(
      has('0002') ? ['Culvert at km 12', 'Widening of SH-4'] : [],
    )
    expect(await owner.ok(getKpis, { body: {} })).toMatchObject({
      paper_cost_rejected: has('0002') ? 10.25 : 0,
      paper_cost_awarded: has('0002') ? 1500.5 : 0,
      total_security_deposit: has('0003') ? 102000.25 : 0,
      total_refunded: has('0003') ? 2000 : 0,
      average_refund_days: has('0003') ? 30 : null,
    })
    expect((await owner.ok(filterDeposits, { body: {} })).totalElements).toBe(has('0003') ? 2 : 0)
    const [project] = await owner.ok(filterProjects, { body: {} })
    expect(project?.projectName).toBe(has('0004') ? 'SH-4' : undefined)
    const sum = { tasks: 1, estimatedAmount: 1680.5, progress: 35.1086 }
    expect(project?.rollup ?? null).toEqual(has('0005') ? expect.objectContaining(sum) : null)
    const tasks = has('0004') ? await owner.ok(filterTasks, { body: { projectId: company.project } }) : []
    const tree = [{ title: 'Earthwork', children: [{ title: 'Cutting' }, { title: 'Filling' }] }]
    expect(tasks).toMatchObject(has('0005') ? tree : [])
    const params = { tenantId: company.id, entityType: 'CONTRACT', entityId: company.awarded } as const
    const [note] = has('0002') ? await owner.ok(listRecordDocuments, { params, query: {} }) : []
    expect(note && (await (await fetch(server.url + note.s3Url)).text())).toBe(has('0009') ? 'hello' : undefined)
  })

  test('gets offices from the departments among its further details, and records it in the audit trail', async () => {
    const owner = await personIn(server, company, company.owner)
    const isBrought = has('0002') && level < '0033'
    const { content } = await owner.ok(filterContracts, { body: { sort: { field: 'contractName' } } })
    const departments = content.map(({ department, officeName, contractMetadata }) => [
      department,
      officeName,
      contractMetadata,
    ])
    const ward = { ward: '7\\t"क' }
    const asWritten = [
      [null, null, { 'Dept.': 'PUBLIC works' }],
      [null, null, { विभाग: ' NHAI ', ...ward }],
    ]
    const ofOffices = [
      has('0027')
        ? ['Public Works', 'Executive Engineer, Division I, Alibag', null]
        : ['PUBLIC works', 'Head office', null],
      ['NHAI', 'Head office', ward],
    ]
    expect(departments).toEqual(isBrought ? ofOffices : has('0002') ? asWritten : [])
    const offices = await owner.ok(listOfficeChoices, {})
    const expectedOffices = [...(has('0027') || isBrought ? [1] : []), ...(isBrought ? [2] : [])]
    expect(offices).toHaveLength(expectedOffices.length)
    const trail = await owner.ok(filterAuditTrail, { body: { recordType: ['contracts'], action: ['CHANGED'] } })
    const changes = trail.content.map((entry) => [entry.actorName, Object.keys(entry.changes).toSorted()])
    const change = [null, ['contract_metadata', 'office_id']]
    expect(changes).toEqual(isBrought ? [change, change] : [])
  })

  test('keeps with a submitted bill the schedule and sheets it was submitted with', async () => {
    const { rows } =
      await database.query.query(`select i.item_no, i.description, i.unit, i.agreed_quantity::int as agreed,
      jsonb_array_length(b.claim_entry -> 'sheets') as sheets
      from bills b join bill_items i on i.tenant_id = b.tenant_id and i.bill_id = b.id`)
    const submitted = { item_no: '8.1', description: 'Rip rap', unit: 'cum', agreed: 100, sheets: 1 }
    expect(rows).toEqual(has('0065') ? [submitted] : [])
  })

  test('keeps an account verified if its party has not changed since', async () => {
    const { rows } =
      await database.query.query(`select p.legal_name as party, b.verified_digest = app.bank_digest(b) as verified,
      b.last_verified_by as before from party_banks b join parties p on p.tenant_id = b.tenant_id and p.id = b.party_id
      where b.account_no = '50100412345679' order by 1`)
    const unchanged = { party: 'Hemavathi Steels', verified: true, before: null }
    const changed = { party: 'Renamed', verified: null, before: company.viewer.id }
    expect(rows).toEqual(has('0053') ? [unchanged, changed] : [])
  })

  test('marks every deleted company in one way, however it was deleted', async () => {
    const { rows } = await database.query.query(
      "select name, status, deleted_at is not null as deleted from tenants where status <> 'ACTIVE' order by name",
    )
    expect(rows).toEqual(['Closed', 'Gone'].map((name) => ({ name, status: 'DELETED', deleted: true })))
  })

  test("keeps everybody's permissions, and the sessions", async () => {
    const viewer = await personIn(server, company, company.viewer)
    expect((await viewer.ok(filterContracts, { body: {} })).totalElements).toBe(has('0002') ? 2 : 0)
    expect((await viewer.refused(createContract, { body: contractBody() })).status).toBe(403)
    expect((await viewer.refused(filterUsers, { body: {} })).status).toBe(403)
    expect((await viewer.refused(filterProjects, { body: {} })).status).toBe(403)
    const stranger = await personIn(server, other, other.owner)
    expect((await stranger.ok(filterUsers, { body: {} })).totalElements).toBe(1)
    expect((await stranger.ok(filterContracts, { body: {} })).totalElements).toBe(has('0002') ? 1 : 0)
    expect((await stranger.refused(getContract, { params: { id: company.awarded } })).status).toBe(404)
    expect((await stranger.refused(getProject, { params: { id: company.project } })).status).toBe(404)
    const { accessToken } = await server.stranger.ok(refresh, { body: { refreshToken } })
    expect((await client(server.url, accessToken).ok(filterUsers, { body: {} })).totalElements).toBe(2)
  })

  test('stores new records, and its figures continue from the old ones', async () => {
    const owner = await personIn(server, company, company.owner)
    await owner.ok(createContract, { body: contractBody({ status: 'REJECTED', paperCost: 5, bidId: null }) })
    expect((await owner.ok(getKpis, { body: {} })).paper_cost_rejected).toBe(has('0002') ? 15.25 : 5)
  })
})
