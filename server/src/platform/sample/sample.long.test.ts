import { login } from '@plinth/api/access/auth'
import { exemptionStates, filterDepositExemptions } from '@plinth/api/deposits/deposit-exemptions'
import { depositStatuses, filterDeposits, listDeposits } from '@plinth/api/deposits/deposits'
import { filterRefundRequests, getRefundRequest, requestStates } from '@plinth/api/deposits/refund-requests'
import { listDocuments } from '@plinth/api/documents/documents'
import { countInstruments, filterInstruments } from '@plinth/api/guarantees/instruments'
import { filterDeadlines } from '@plinth/api/reminders/deadlines'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { contractStatuses, filterContracts, listContractStatusHistory } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { countGeneralTasks, filterGeneralTasks } from '@plinth/api/works/general-tasks'
import { filterProjects } from '@plinth/api/works/projects'
import { filterTasks, type TaskNode } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentIn } from '../../kernel/db/statements.ts'
import { type Door } from '../../kernel/db/tenancy.ts'
import { type Client, client } from '../../testing/test-server.ts'
import { ensureSample, type SampleCompany } from './sample.ts'
import { emptyInstallation, type Installation, sampleOf, signIn } from './testing.ts'

const cleanups: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const newInstallation = async () => {
  const installation = await emptyInstallation()
  cleanups.push(installation.stop)
  return installation
}

let first: Installation
let company: SampleCompany
let owner: Client

beforeAll(async () => {
  first = await newInstallation()
  company = await sampleOf(first)
  owner = client(first.server.url, (await signIn(first, company, 'owner@demo.example')).accessToken)
})

const levelsOf = (nodes: readonly TaskNode[], level = 0): number[] =>
  nodes.flatMap((node) => [level, ...levelsOf(node.children, level + 1)])

describe('the sample company', () => {
  test('has sixty contracts over all nineteen statuses', async () => {
    const page = await owner.ok(filterContracts, { body: { pagination: { size: 200 } } })
    expect(page.totalElements).toBe(60)
    const statuses = page.content.map((contract) => contract.status)
    for (const status of contractStatuses)
      expect(statuses.filter((one) => one === status).length, status).toBeGreaterThanOrEqual(3)
    expect(new Set(page.content.map((contract) => contract.bidId)).size).toBe(60)
  })

  test('has letters in every state, each sent one with its document', async () => {
    const { content } = await owner.ok(filterRefundRequests, { body: { pagination: { size: 50 } } })
    expect(content.map(({ state }) => state).toSorted()).toEqual(requestStates.toSorted())
    const found = await Promise.all(content.map(({ id }) => owner.ok(getRefundRequest, { params: { id } })))
    expect(found.filter(({ documentId, state }) => (documentId === null) !== (state === 'DRAFT'))).toEqual([])
    expect(found.filter(({ deposits }) => deposits.length === 0)).toEqual([])
  })

  test('has documents on a contract, a project and letters, and of each kind that belongs to the company itself', async () => {
    const documents = await owner.ok(listDocuments, { query: {} })
    expect(new Set(documents.map(({ entityType }) => entityType))).toEqual(
      new Set(['CONTRACT', 'PROJECT', 'REFUND_REQUEST', 'VEHICLE', 'VEHICLE_INSURANCE', 'PAYMENT']),
    )
    const others = documents.filter(({ entityType }) => entityType !== 'REFUND_REQUEST')
    expect(others.every(({ createdByName }) => createdByName === 'Asha Rao')).toBe(true)
    expect(documents.filter(({ validUntil }) => validUntil !== null)).toHaveLength(6)
    for (const { s3Url, size } of documents) {
      const file = await fetch(first.server.url + s3Url)
      expect((await file.arrayBuffer()).byteLength).toBe(size)
    }
  })

  test.each(depositStatuses)('has deposits that are %s', async (status) => {
    const page = await owner.ok(searchContractDeposits, { body: { depositStatuses: [status] } })
    expect(page.totalElements).toBeGreaterThan(0)
  })

  test('has a value for every figure of the dashboard', async () => {
    const figures = await owner.ok(getKpis, { body: {} })
    for (const [name, value] of Object.entries(figures)) {
      if (Array.isArray(value))
        for (const entry of value) expect(entry.value, `${name} ${entry.key}`).toBeGreaterThan(0)
      else expect(value, name).toBeGreaterThan(0)
    }
    expect(figures.paper_cost_by_contract_type.length).toBeGreaterThan(1)
    expect(figures.deposit_by_type.length).toBeGreaterThan(1)
  })

  test('has an instrument in every state that users act on, and drafts to complete', async () => {
    const { content } = await owner.ok(filterInstruments, { body: { pagination: { size: 200 } } })
    expect(new Set(content.map(({ state }) => state))).toEqual(new Set(['REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED']))
    const guarantees = content.filter(({ kind }) => kind === 'BG')
    expect(guarantees.length).toBeGreaterThanOrEqual(14)
    expect(guarantees.filter(({ lienAmount }) => lienAmount > 0)).toHaveLength(3)
    // The work was extended, the guarantee was not.
    expect(guarantees.filter(({ neededUntil }) => neededUntil !== null).map(({ state }) => state)).toEqual(['CLAIMED'])
    const counts = await owner.ok(countInstruments, { body: {} })
    for (const { quickFilter, count } of counts) expect(count, quickFilter).toBeGreaterThan(0)
    const without = await owner.ok(filterDeposits, { body: { quickFilters: ['WITHOUT_INSTRUMENT'] } })
    expect(without.totalElements).toBeGreaterThan(0)
  })

  test('has exemptions: one that ends before its bids close, and a refused one of a tender whose EMD was deposited', async () => {
    const { content } = await owner.ok(filterDepositExemptions, { body: {} })
    expect(content).toHaveLength(3)
    expect(content.filter(({ state }) => !exemptionStates.includes(state))).toEqual([])
    const { content: told } = await owner.ok(filterDeadlines, { body: { kind: ['EXEMPTION_EXPIRES'], owner: 'ALL' } })
    expect(told.map(({ title, number }) => [title, number])).toEqual([
      ['NSIC/GP/BLR/2024/0147', content.find(({ ground }) => ground === 'NSIC')?.bidId],
    ])
    for (const { contractId, state } of content) {
      const deposits = await owner.ok(listDeposits, { params: { contractId }, query: {} })
      expect(deposits.some(({ depositType }) => depositType === 'EMD')).toBe(state === 'REFUSED')
    }
  })

  test('has six projects, each from an awarded contract', async () => {
    const projects = await owner.ok(filterProjects, { body: {} })
    expect(projects).toHaveLength(6)
    for (const { contractId } of projects) {
      if (!contractId) throw new Error('a project without a contract')
      const history = await owner.ok(listContractStatusHistory, { params: { id: contractId } })
      expect(history.map((change) => change.toStatus)).toContain('AWARDED')
    }
  })

  test('has general tasks that are overdue, due today, due this week and without a day, some repeating and some with checklists', async () => {
    const { content } = await owner.ok(filterGeneralTasks, { body: { pagination: { size: 50 } } })
    // One was done, and the next of its series exists.
    expect(content).toHaveLength(13)
    expect(new Set(content.map(({ state }) => state))).toEqual(new Set(['OPEN', 'DOING', 'DONE']))
    const counts = await owner.ok(countGeneralTasks, { body: {} })
    for (const { quickFilter, count } of counts) expect(count, quickFilter).toBeGreaterThan(0)
    expect(new Set(content.map(({ assigneeName }) => assigneeName)).size).toBe(4)
    expect(content.filter(({ repeatEvery }) => repeatEvery !== null).length).toBeGreaterThan(5)
    expect(content.filter(({ requiredOpenLines }) => requiredOpenLines > 0).length).toBeGreaterThan(2)
    expect(new Set(content.map(({ recordType }) => recordType))).toEqual(
      new Set(['CONTRACT', 'DEPOSIT', 'PROJECT', null]),
    )
    for (const { recordType, recordName } of content) expect(recordName !== null).toBe(recordType !== null)
  })

  test('has four hundred tasks on all five levels, some of every project', async () => {
    const roots = await owner.ok(filterTasks, { body: {} })
    const levels = levelsOf(roots)
    expect(levels).toHaveLength(400)
    expect([...new Set(levels)].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(roots.map((task) => task.projectId)).size).toBe(6)
    for (const projectId of new Set(roots.map((task) => task.projectId))) {
      const own = levelsOf(await owner.ok(filterTasks, { body: { projectId } }))
      expect(new Set(own).size).toBe(5)
    }
  })

  test('was entered by its owner', async () => {
    const { user } = await signIn(first, company, 'owner@demo.example')
    const makers =
      await first.rows(`select created_by as maker from contracts union select created_by from security_deposits
      union select created_by from projects union select created_by from tasks`)
    expect(makers).toEqual([{ maker: user.id }])
  })

  test('has four people who can sign in, each with fewer sidebar entries than the owner', async () => {
    expect(company.people).toHaveLength(4)
    const visibleEntries: Record<string, string[]> = {}
    for (const { email } of company.people) {
      const { user } = await signIn(first, company, email)
      expect(user).toMatchObject({ email, tenantName: 'Demo Infra' })
      visibleEntries[email] = user.permissions.filter((row) => row.canView).map((row) => row.moduleName)
    }
    const { 'owner@demo.example': all = [], ...others } = visibleEntries
    for (const [email, modules] of Object.entries(others)) {
      expect(all, email).toEqual(expect.arrayContaining(modules))
      expect(modules.length, email).toBeLessThan(all.length)
      expect(modules, email).toContain('Home')
    }
    expect(new Set(Object.values(visibleEntries).map((modules) => modules.toSorted().join())).size).toBe(4)
    expect(all).not.toContain('Tenants')
  })

  test('cannot be entered with another password', async () => {
    const body = { emailOrMobile: 'owner@demo.example', password: `${company.password}x`, tenantName: 'Demo Infra' }
    expect((await first.server.stranger.refused(login, { body })).status).toBe(401)
  })
})

/** Everything in the sample but ids, moments and password hashes, in an order that does not depend on them. */
async function businessValues({ rows }: Installation) {
  const bare = (alias: string, ...more: string[]) => {
    const left = ['id', 'tenant_id', 'created_at', 'updated_at', 'created_by', 'updated_by', ...more]
    return `to_jsonb(${alias}) - array[${left.map((name) => `'${name}'`).join(', ')}]`
  }
  const parent = `(select title from tasks a where a.id = t.parent_id)`
  const people = ['assigned_to', 'completed_by', 'approved_by', 'rejected_by', 'review_requested_by']
  const moments = ['approval_date', 'rejected_at', 'review_requested_at']
  const task = bare('t', 'project_id', 'parent_id', 'above_id', ...people, ...moments)
  return {
    tenants: await rows(`select ${bare('t')} as row from tenants t order by name`),
    users: await rows(`select ${bare('u')} as row from users u order by email`),
    offices: await rows(`select p.legal_name as client, ${bare('o', 'parent_id', 'party_id')} as row
      from offices o left join parties p on p.id = o.party_id order by department, o.name`),
    parties: await rows(`select ${bare('p')} as row from parties p order by legal_name`),
    gstins: await rows(`select p.legal_name, ${bare('g', 'party_id')} as row
      from party_gstins g join parties p on p.id = g.party_id order by gstin`),
    accounts:
      await rows(`select p.legal_name, verified_at is not null as verified, ${bare('b', 'party_id', 'verified_at', 'verified_by')} as row
      from party_banks b join parties p on p.id = b.party_id order by account_no`),
    agreements:
      await rows(`select p.legal_name, c.bid_id, w.project_name, ${bare('a', 'party_id', 'contract_id', 'project_id')} as row
      from agreements a join parties p on p.id = a.party_id left join contracts c on c.id = a.contract_id
      left join projects w on w.id = a.project_id order by a.number`),
    contracts: await rows(`select o.name as office, ${bare('c', 'office_id')} as row
      from contracts c left join offices o on o.id = c.office_id order by bid_id`),
    deposits: await rows(`select c.bid_id, ${bare('d', 'contract_id', 'instrument_id')} as row
      from security_deposits d join contracts c on c.id = d.contract_id order by c.bid_id, instrument_no`),
    facilities: await rows(`select ${bare('f')} as row from bank_facilities f order by bank`),
    plans: await rows(`select c.bid_id, f.bank, ${bare('p', 'contract_id', 'facility_id')} as row
      from bg_plans p join contracts c on c.id = p.contract_id join bank_facilities f on f.id = p.facility_id order by c.bid_id`),
    exemptions: await rows(`select c.bid_id, ${bare('e', 'contract_id')} as row
      from deposit_exemptions e join contracts c on c.id = e.contract_id order by c.bid_id`),
    instruments: await rows(`select ${bare('i', 'office_id', 'facility_id')} as row,
      (select sum(l.amount) from instrument_liens l where l.guarantee_id = i.id) as lien,
      (select array_agg(d.instrument_no) from security_deposits d where d.instrument_id = i.id) as instrument_no
      from instruments i order by kind, number`),
    notes:
      await rows(`select c.bid_id, d.deposit_type, u.email, ${bare('n', 'record_id', 'contract_id', 'deposit_id', 'happened_on')} as row
      from notes n join users u on u.id = n.created_by left join security_deposits d on d.id = n.deposit_id
      join contracts c on c.id in (n.contract_id, d.contract_id) order by n.text`),
    projects: await rows(`select c.bid_id, ${bare('p', 'contract_id')} as row
      from projects p join contracts c on c.id = p.contract_id order by c.bid_id`),
    tasks: await rows(`select p.project_name, ${parent} as parent, u.email,
      ${task} as row
      from tasks t join projects p on p.id = t.project_id left join users u on u.id = t.assigned_to
      order by p.contract_bid_id, level, ${parent}, title, position, ${task}::text`),
  }
}

test('making the sample again makes nothing and gives the same password', async () => {
  const count = `select (select count(*) from tenants) as tenants, (select count(*) from users) as users,
    (select count(*) from contracts) as contracts, (select count(*) from tasks) as tasks`
  const before = await first.rows(count)
  expect(await ensureSample(first.server.door, first.server.storage, first.dataDir)).toEqual(company)
  expect(await first.rows(count)).toEqual(before)
})

test('two installations have the same sample company with different passwords', async () => {
  const second = await newInstallation()
  const other = await sampleOf(second)
  const values = await businessValues(first)
  expect(values.tasks).toHaveLength(400)
  expect(values.notes).toHaveLength(13)
  expect(await businessValues(second)).toEqual(values)
  expect(other.password).not.toBe(company.password)
})

/** The columns with a year in their values: numbers that banks and departments give. */
const ofYears = ['bid_id', 'reference_no', 'contract_bid_id', 'contract_bid_no', 'instrument_no', 'number']

/**
 * The values independent of the day the sample was made on: days as distances from it, without the values with a year.
 */
const withoutToday = (values: Record<string, Record<string, unknown>[]>, today: string) =>
  Object.values(values).flatMap((rows) =>
    rows
      .map(({ bid_id: _, ...row }) =>
        JSON.stringify(row, (name, value: unknown) => {
          if (ofYears.includes(name)) return undefined
          const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
          return isDay ? (Date.parse(value) - Date.parse(today)) / 86_400_000 : value
        }),
      )
      .toSorted(),
  )

test('a sample made on another day is the same, with every day moved', async () => {
  const [asked] = await first.rows("select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today")
  const later = await newInstallation()
  await sampleOf(later, '2032-02-29')
  const moved = await businessValues(later)
  expect(withoutToday(moved, '2032-02-29')).toEqual(withoutToday(await businessValues(first), String(asked?.['today'])))
  expect(moved).not.toEqual(await businessValues(first))
})

describe('making the sample completely or not at all', () => {
  /** A door whose transactions fail after all their work. */
  const failing = (door: Door): Door => ({
    ...door,
    inTenant: (tenantId, userId, work) =>
      door.inTenant(tenantId, userId, async (db) => {
        await sentIn(db, work(db))
        throw new Error('the power went out')
      }),
  })

  test('a start that fails in the middle leaves nothing, and the next one makes the sample', async () => {
    const { server, dataDir, rows } = await newInstallation()
    await expect(ensureSample(failing(server.door), server.storage, dataDir)).rejects.toThrow('the power went out')
    for (const table of [
      'tenants',
      'users',
      'roles',
      'contracts',
      'security_deposits',
      'projects',
      'tasks',
      'status_changes',
    ])
      expect(await rows(`select count(*)::int as rows from ${table}`), table).toEqual([{ rows: 0 }])
    await ensureSample(server.door, server.storage, dataDir)
    expect(await rows('select count(*)::int as rows from tasks')).toEqual([{ rows: 400 }])
  })
})

test.each([
  ['suspended', sql`status = 'SUSPENDED'`],
  ['renamed', sql`name = 'Our Own Name'`],
  ['deleted', sql`status = 'DELETED', deleted_at = now()`],
])(
  'a sample company that was %s is not made again, and does not prevent the server from starting',
  async (_, change) => {
    const [tenant] = await first.rows("select id from tenants where subdomain = 'demo-infra'")
    const id = String(tenant?.['id'])
    const back = sql`name = 'Demo Infra', status = 'ACTIVE', deleted_at = null`
    const set = (assignments: typeof back) =>
      first.server.door.inTenant(id, null, (db) => sql`update tenants set ${assignments}`.execute(db))
    await set(change)
    try {
      await ensureSample(first.server.door, first.server.storage, first.dataDir)
      expect(await first.rows('select count(*)::int as tenants from tenants')).toEqual([{ tenants: 1 }])
    } finally {
      await set(back)
    }
  },
)
