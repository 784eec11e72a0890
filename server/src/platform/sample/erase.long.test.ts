import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getSession, login, refresh } from '@plinth/api/access/auth'
import { createModule } from '@plinth/api/access/modules'
import { createPasswordLink } from '@plinth/api/access/password-links'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { deleteRole, listRoles } from '@plinth/api/access/roles'
import { getTenant, startOwnCompany } from '@plinth/api/access/tenants'
import { deleteUser, filterUsers, setUserImage, updateUser } from '@plinth/api/access/users'
import { updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { listReleaseRules } from '@plinth/api/deposits/release-rules'
import { deleteDocument, uploadDocument } from '@plinth/api/documents/documents'
import { listLetterTemplates } from '@plinth/api/documents/letter-templates'
import { flags } from '@plinth/api/kernel/permissions'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { createListView, listSharingRoles, setListColumns, setListViewRoles } from '@plinth/api/platform/list-settings'
import { updateNotificationSettings } from '@plinth/api/reminders/notification-mail'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { sendSiteChanges } from '@plinth/api/works/site-changes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newRole } from '../../access/roles/roles.factory.ts'
import { insertRole, startingRoles } from '../../access/roles/roles.queries.ts'
import { newUser, pixel } from '../../access/users/users.factory.ts'
import {
  documentForm,
  newDocument,
  noTraces,
  stores,
  textFile,
  tracesOf,
  wholeUpload,
} from '../../documents/documents/documents.factory.ts'
import { drawDue } from '../../documents/documents/drawing.queries.ts'
import { sweep } from '../../documents/documents/sweep.queries.ts'
import { newLetterhead } from '../../documents/letterheads/letterheads.factory.ts'
import { locks } from '../../kernel/db/locks.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { rolesHere } from '../../kernel/db/role-names.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, newId, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newMark } from '../../reminders/deadlines/deadlines.factory.ts'
import { beginMail } from '../../reminders/notification-mail/notification-mail.factory.ts'
import { watch } from '../../reminders/watchers/watchers.factory.ts'
import { contractBody, newContract, newTender } from '../../tenders/contracts/contracts.factory.ts'
import { recount } from '../../tenders/dashboard/dashboard.factory.ts'
import { type Client, client, everything, newCompany, operatorCompany, type Reply } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { quantityOf } from '../../works/site-changes/site-changes.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { sealTrails } from '../audit-trail/seals.queries.ts'
import { takeOverSeals } from '../audit-trail/takeovers.queries.ts'
import { newImport, upload } from '../contract-imports/contract-imports.factory.ts'
import { ensureSample, type SampleCompany } from './sample.ts'
import { emptyInstallation, type Installation, personOf, sampleOf } from './testing.ts'

/** Erasing the sample company to start one's own. */

const own = ({ password: currentPassword }: { password: string }, name = 'Konkan Roads') => ({
  currentPassword,
  name,
  username: 'Latha Kamath',
  email: 'latha@konkan.example',
  mobileNo: '+919812345678',
  password: 'laterite on the ghat road',
})

const tablesOfCompanies = async ({ rows }: Installation) =>
  (
    await rows(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'tenant_id' order by 1`)
  ).map(({ name }) => String(name))

/** How many rows of a company each table has; tables without any are left out. */
async function rowsOf(it: Installation, tenantId: string): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const name of await tablesOfCompanies(it)) {
    const [row] = await it.rows(`select count(*)::int as rows from ${name} where tenant_id = $1`, [tenantId])
    if (row?.['rows']) counted[name] = Number(row['rows'])
  }
  return counted
}

/** Every row of a company, as a hash of each table's contents. */
async function contentOf(it: Installation, tenantId: string) {
  const content: Record<string, unknown> = {}
  for (const table of ['tenants', ...Object.keys(await rowsOf(it, tenantId))]) {
    const key = table === 'tenants' ? 'id' : 'tenant_id'
    content[table] = await it.rows(
      `select md5(string_agg(r::text, '|' order by r::text)) as hash from ${table} r where ${key} = $1`,
      [tenantId],
    )
  }
  return content
}

/** The rows of a company in which nothing has happened yet. */
const founded = {
  access_versions: 1,
  audit_entries: expect.any(Number),
  letter_templates: expect.any(Number),
  release_rules: expect.any(Number),
  reminder_rules: expect.any(Number),
  roles: startingRoles.length,
  role_permissions: expect.any(Number),
  user_passwords: 1,
  user_roles: 1,
  users: 1,
}

/** Fills the tables that the sample leaves empty, so that each has a row of it. */
async function fillEmptyTables(installation: Installation, by: Client & { user: { id: string; tenantId: string } }) {
  const contract = await newContract(by)
  await newImport(by)
  await upload(by, 'Contract name,Status\nNo such status,Nowhere\n')
  await by.ok(setListColumns, { params: { list: 'contracts' }, body: { columns: ['bidId'] } })
  const params = { list: 'contracts' } as const
  const view = await by.ok(createListView, { params, body: { name: 'Mine', search: '' } })
  const [role] = await by.ok(listSharingRoles, { params })
  await by.ok(setListViewRoles, { params: { ...params, id: view.id }, body: { roleIds: [role?.id ?? ''] } })
  await by.ok(createContract, { body: contractBody() }, { 'idempotency-key': newId() })
  const person = await newUser(by)
  await by.ok(createRoleMapping, { body: { userId: person.id, roleId: (await newRole(by)).id } })
  for (const id of [person.id, by.user.id]) await by.ok(setUserImage, { params: { id }, body: pixel() })
  await by.ok(deleteDocument, { params: { id: (await newDocument(by, contract.id)).id } })
  await wholeUpload(by, contract.id)
  await by.ok(createPasswordLink, { params: { id: person.id } })
  await by.ok(updateDepositSettings, { body: { limitationYears: 3 } })
  await by.ok(updateCompanySettings, { body: { saturdaysOff: [] } })
  await newMark(by, (await newTender(by)).id)
  await newLetterhead(by)
  await watch(by, contract.id)
  await installation.rows(
    `insert into happenings (tenant_id, kind, actor_id, record_type) values ($1, 'TASK_GIVEN', $2, 'TASK')`,
    [by.user.tenantId, person.id],
  )
  await beginMail(by)
  await by.ok(updateNotificationSettings, { body: { freeDays: true } })
  await installation.rows(
    `insert into mails (tenant_id, user_id, kind, slot) values ($1, $2, 'DIGEST', '2027-01-01')`,
    [by.user.tenantId, by.user.id],
  )
  const { id: taskId } = await newTask(by, (await newProject(by)).id)
  await by.ok(sendSiteChanges, { body: { changes: [quantityOf(taskId, 1)] } })
  await installation.rows('insert into second_factors (tenant_id, user_id) values ($1, $2)', [
    by.user.tenantId,
    person.id,
  ])
  await sealTrails(installation.server.door, tokens(testSecret))
  const replaced = tokens('the secret after it, of 32 characters or more', Date.now, testSecret)
  await takeOverSeals(installation.server.door, replaced)
}

/** Tables unknown to any migration, and what they refer to. By name, parents would be deleted first. */
const newTables = { depots: 'contracts', gates: 'depots', keys_of_gates: 'gates' }

/** Creates them as a migration would, with a row in each for these companies. */
async function addTables({ admin, rows }: Installation, companies: readonly string[]) {
  const { owner } = await rolesHere(admin)
  for (const [name, parent] of Object.entries(newTables)) {
    await rows(`set role ${owner}`)
    await rows(`create table ${name} (tenant_id uuid not null default app.tenant_id() references tenants,
      id uuid not null default uuidv7(), parent_id uuid not null, primary key (tenant_id, id))`)
    await rows(`call app.keep_stamps('${name}')`)
    await rows(`call app.protect('${name}')`)
    await rows(`call app.reference('${name}', 'parent_id', '${parent}')`)
    await rows('reset role')
    for (const id of companies)
      await rows(
        `insert into ${name} (tenant_id, parent_id) select tenant_id, id from ${parent} where tenant_id = $1 limit 1`,
        [id],
      )
  }
}

type Person = Awaited<ReturnType<typeof personOf>>

describe('in one installation', () => {
  let it: Installation
  let sample: SampleCompany
  let owner: Person
  let staff: Person[]
  let company: string
  let neighbour: Awaited<ReturnType<typeof newCompany>>
  let neighbourOwner: Client
  let operator: Client
  let neighbourBefore: unknown

  beforeAll(async () => {
    it = await emptyInstallation()
    sample = await sampleOf(it)
    owner = await personOf(it, sample)
    company = owner.user.tenantId
    staff = await Promise.all(['tenders', 'accounts', 'site'].map((account) => personOf(it, sample, account)))
    neighbour = await newCompany(it.server)
    neighbourOwner = await neighbour.as()
    await newDocument(neighbourOwner, (await newContract(neighbourOwner)).id)
    operator = await (await operatorCompany(it.server)).as()
    // Added after the sample was made, so that nobody in it holds a flag on it.
    await operator.ok(createModule, { body: { name: 'Site diary' } })
    await fillEmptyTables(it, owner)
    await addTables(it, [company, neighbour.id])
  }, 120_000)
  afterAll(() => it.stop())

  const start = (by: Client, body: object = own(sample)) => by.sendCall(startOwnCompany, { body })
  const refused = (by: Client, body: object = own(sample)) => by.refused(startOwnCompany, { body })

  test('all users of the sample are told that it is one, and nobody else is', async () => {
    for (const person of [owner, ...staff]) {
      expect(person.user.isSample).toBe(true)
      expect((await person.ok(getSession, {})).isSample).toBe(true)
    }
    for (const other of [neighbourOwner, operator]) expect((await other.ok(getSession, {})).isSample).toBe(false)
  })

  test('every table has a row of the sample beforehand', async () => {
    expect(Object.keys(await rowsOf(it, company))).toEqual(await tablesOfCompanies(it))
  })

  test('tables that no migration knows have rows of both companies', async () => {
    for (const id of [company, neighbour.id])
      expect(await rowsOf(it, id)).toMatchObject({ depots: 1, gates: 1, keys_of_gates: 1 })
  })

  test('staff with fewer rights and users of other companies are refused', async () => {
    for (const person of staff) expect((await refused(person)).status).toBe(403)
    for (const other of [neighbourOwner, operator])
      expect(await refused(other)).toMatchObject({ status: 409, message: expect.stringContaining('Only the sample') })
  })

  test('a user who may delete people is refused while somebody else there may do more', async () => {
    const person = await newUser(owner, { email: 'narrow@demo.example', password: sample.password })
    const narrow = await it.server.door.inTenant(company, null, (db) =>
      insertRole(db, { name: 'Narrow', description: '', grid: { ...everything, Payroll: ['canView'] } }),
    )
    await it.server.door.inTenant(company, null, (db) =>
      sql`insert into user_roles (user_id, role_id) values (${person.id}, ${narrow})`.execute(db),
    )
    expect(await refused(await personOf(it, sample, 'narrow'))).toMatchObject({
      status: 403,
      message: expect.stringContaining('may do more than you'),
    })
  })

  const bad: [string, object, string][] = [
    ['no name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['no name of one’s own', { username: '' }, 'username'],
    ['no e-mail', { email: '' }, 'email'],
    ['a crooked e-mail', { email: 'latha' }, 'email'],
    ['a short number', { mobileNo: '123' }, 'mobileNo'],
    ['a short password', { password: 'short' }, 'password'],
    ['a common password', { password: 'password123' }, 'password'],
    ['a password of the new name', { name: 'Sahyadri Roads', password: 'sahyadri2026' }, 'password'],
    ['an unknown field', { plan: 'gold' }, 'plan'],
  ]
  test.each(bad)('with %s it is refused, naming the field', async (_, wrong, path) => {
    expect(await refused(owner, { ...own(sample), ...wrong })).toMatchObject({ status: 400, fields: [{ path }] })
  })

  test('with a token but without the password it is refused, naming the field, and nothing is erased', async () => {
    const before = await contentOf(it, company)
    for (const currentPassword of ['not the password', '', undefined])
      expect(await refused(owner, { ...own(sample), currentPassword })).toMatchObject({
        status: 400,
        fields: [{ path: 'currentPassword' }],
      })
    expect(await contentOf(it, company)).toEqual(before)
  })

  test('with the name of another company it is refused, naming the field, and nothing is erased', async () => {
    const before = await contentOf(it, company)
    for (const name of [neighbour.name, neighbour.name.toUpperCase(), 'Plinth'])
      expect(await refused(owner, own(sample, name))).toMatchObject({ status: 409, fields: [{ path: 'name' }] })
    expect(await contentOf(it, company)).toEqual(before)
  })

  test('no company can become a sample, and one that is none is never erased', async () => {
    const inside = <T>(work: (db: Parameters<Parameters<typeof it.server.door.inTenant>[2]>[0]) => Promise<T>) =>
      it.server.door.inTenant(neighbour.id, null, work)
    const before = await contentOf(it, neighbour.id)
    await expect(inside((db) => sql`update tenants set is_sample = true`.execute(db))).rejects.toThrow('never becomes')
    await expect(
      inside((db) => sql`select app.erase_sample(${newId()}, ${[newId()]}::uuid[])`.execute(db)),
    ).rejects.toThrow('Only the sample')
    expect(await contentOf(it, neighbour.id)).toEqual(before)
  })

  describe('the owner erases it', () => {
    let answer: Reply
    beforeAll(async () => {
      // Its subdomain is the one that the new name would give.
      await it.rows("update tenants set subdomain = 'konkan-roads' where id = $1", [neighbour.id])
      neighbourBefore = await contentOf(it, neighbour.id)
      answer = await start(owner)
    }, 120_000)

    const signInAs = (emailOrMobile: string, password: string, tenantName: string) =>
      it.server.stranger.sendCall(login, { body: { emailOrMobile, password, tenantName } })

    test('no table and no store has anything left of the sample', async () => {
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(await rowsOf(it, company)).toEqual(founded)
      expect(await tracesOf(it.server, company)).toEqual(noTraces)
    })

    test('every session of the sample is over, the caller’s too', async () => {
      for (const person of [owner, ...staff]) {
        expect((await person.sendCall(getSession, {})).status).toBe(401)
        const body = { refreshToken: person.session.refreshToken }
        expect((await it.server.stranger.sendCall(refresh, { body })).status).toBe(401)
      }
    })

    test('nobody signs in as before, by either name of the company', async () => {
      for (const { email } of sample.people)
        for (const name of ['Demo Infra', 'Konkan Roads'])
          expect((await signInAs(email, sample.password, name)).status).toBe(401)
      expect((await signInAs('latha@konkan.example', sample.password, 'Konkan Roads')).status).toBe(401)
    })

    test('the company is the user’s own, with the starting roles and no records', async () => {
      const session = await it.server.stranger.ok(login, {
        body: { emailOrMobile: '+919812345678', password: own(sample).password, tenantName: 'Konkan Roads' },
      })
      const latha = client(it.server.url, session.accessToken)
      expect(session.user).toMatchObject({
        id: owner.user.id,
        tenantName: 'Konkan Roads',
        username: 'Latha Kamath',
        email: 'latha@konkan.example',
        profileImage: null,
        isSample: false,
      })
      const fullRows = session.user.permissions.filter((row) => flags.every((flag) => row[flag]))
      expect(fullRows.map(({ moduleName }) => moduleName)).toEqual(
        expect.arrayContaining([...Object.keys(everything), 'Site diary']),
      )
      expect((await latha.ok(filterUsers, { body: {} })).content).toMatchObject([
        { email: 'latha@konkan.example', mobileNo: '+919812345678', designation: null, isActive: true },
      ])
      const roles = await latha.ok(listRoles, { query: {} })
      expect(roles.map(({ name }) => name).sort()).toEqual(startingRoles.map(({ name }) => name).sort())
      const answers = async (by: Client) => [
        (await by.ok(listReleaseRules, {})).map(({ purpose, outcome, basis, days }) => [purpose, outcome, basis, days]),
        (await by.ok(listLetterTemplates, {})).map(({ kind, language, subject }) => [kind, language, subject]),
      ]
      expect(await answers(latha)).toEqual(await answers(neighbourOwner))
      expect((await latha.ok(filterContracts, { body: {} })).totalElements).toBe(0)
      const tenant = await operator.ok(getTenant, { params: { id: company } })
      expect(tenant).toMatchObject({ name: 'Konkan Roads', contactEmail: 'latha@konkan.example', status: 'ACTIVE' })
      expect(tenant.subdomain).toMatch(/^konkan-roads-[0-9a-f]{8}$/)
      expect(tenant.schemaName).toBe(`tenant_${tenant.subdomain?.replaceAll('-', '_')}`)

      // Its figures count from zero, and the protections of a company work.
      expect(await latha.ok(getKpis, { body: {} })).toEqual(await recount(it.admin, company))
      await newDocument(latha, (await newContract(latha)).id)
      expect(await latha.ok(getKpis, { body: {} })).toEqual(await recount(it.admin, company))
      expect((await refused(latha, own(sample, 'Another Name'))).status).toBe(409)
      expect((await latha.refused(deleteUser, { params: { id: session.user.id } })).status).toBe(409)
      const administrator = roles.find(({ name }) => name === 'Administrator')
      expect((await latha.refused(deleteRole, { params: { id: administrator?.id ?? '' } })).status).toBe(409)
    })

    test('the next start makes no sample again and deletes its password', async () => {
      const tenants = await it.rows('select id from tenants order by id')
      expect(existsSync(join(it.dataDir, 'sample-password'))).toBe(true)
      for (let again = 1; again <= 2; again += 1)
        expect(await ensureSample(it.server.door, it.server.storage, it.dataDir)).toBeUndefined()
      expect(await it.rows('select id from tenants order by id')).toEqual(tenants)
      expect(existsSync(join(it.dataDir, 'sample-password'))).toBe(false)
    })

    test('no other company has lost or gained anything', async () => {
      expect(await contentOf(it, neighbour.id)).toEqual(neighbourBefore)
      const [found] = await neighbourOwner.ok(filterContracts, { body: {} }).then(({ content }) => content)
      expect(found).toBeDefined()
    })
  })
})

describe.each(Object.entries(stores))('documents stored %s', (_, openStore) => {
  test('that the store cannot remove at once are removed by the next sweep', async () => {
    const { storage, hooks, stop } = await openStore()
    const it = await emptyInstallation({ storage })
    try {
      const sample = await sampleOf(it)
      const owner = await personOf(it, sample)
      const { tenantId } = owner.user
      await wholeUpload(owner, (await newContract(owner)).id)
      await drawDue(it.server.door, storage, undefined, tenantId)
      const { objects } = await tracesOf(it.server, tenantId)
      let tried = 0
      hooks.remove = () => {
        tried += 1
        throw new Error('the store is away')
      }
      await it.admin.query(`select pg_advisory_lock(${locks.files})`)
      await owner.ok(startOwnCompany, { body: own(sample) })
      await sweep(it.server.door, storage)
      // The files stay while a backup that has seen them needs them.
      expect(tried).toBe(0)
      await it.admin.query(`select pg_advisory_unlock(${locks.files})`)
      const left = await tracesOf(it.server, tenantId)
      expect(left.objects).toEqual(objects)
      expect(objects.length).toBeGreaterThan(7)
      expect(left.documents).toEqual([])
      await sweep(it.server.door, storage)
      expect((await tracesOf(it.server, tenantId)).objects).toEqual(objects)
      delete hooks.remove
      await sweep(it.server.door, storage)
      expect(await tracesOf(it.server, tenantId)).toEqual(noTraces)
      expect(await rowsOf(it, tenantId)).toEqual(founded)
    } finally {
      await it.stop()
      await stop()
    }
  }, 120_000)
})

test('writes and sign-ins at the same moment leave nothing, and one of two parallel erasures succeeds', async () => {
  const it = await emptyInstallation()
  try {
    const sample = await sampleOf(it)
    const owner = await personOf(it, sample)
    const { tenantId } = owner.user
    const colleague = await personOf(it, sample, 'tenders')
    const operator = await (await operatorCompany(it.server)).as()
    const second = await newUser(owner, { email: 'second@demo.example', password: sample.password })
    const roles = await owner.ok(listRoles, { query: {} })
    const administrator = roles.find(({ name }) => name === 'Administrator')?.id ?? ''
    await owner.ok(createRoleMapping, { body: { userId: second.id, roleId: administrator } })
    const twin = await personOf(it, sample, 'second')

    const statuses: number[] = []
    let isOver = false
    const again = async (send: () => Promise<Reply>) => {
      while (!isOver) statuses.push((await send()).status)
    }
    const file = () => documentForm(tenantId, tenantId, { entityType: 'PAYMENT' as const, file: textFile() })
    const body = { emailOrMobile: 'tenders@demo.example', password: sample.password, tenantName: 'Demo Infra' }
    const writers = [
      again(() => colleague.sendCall(createContract, { body: contractBody() })),
      again(() => twin.sendCall(createContract, { body: contractBody() })),
      again(() => twin.sendCall(uploadDocument, { body: file() })),
      again(() => operator.sendCall(updateUser, { params: { id: colleague.user.id }, body: { comment: newId() } })),
      again(() => it.server.stranger.sendCall(login, { body })),
    ]
    await expect.poll(() => statuses.filter((status) => status === 201).length).toBeGreaterThan(5)
    const erasers = await Promise.all(
      [owner, twin].map((by, at) => by.sendCall(startOwnCompany, { body: own(sample, `Konkan Roads ${at}`) })),
    )
    isOver = true
    await Promise.all(writers)
    expect(erasers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const status of [...statuses, ...erasers.map((reply) => reply.status)])
      expect([200, 201, 204, 401, 404, 409, 429]).toContain(status)
    expect(await rowsOf(it, tenantId)).toEqual(founded)
    expect(await tracesOf(it.server, tenantId)).toEqual(noTraces)
  } finally {
    await it.stop()
  }
}, 120_000)

describe('a database from before samples were marked', () => {
  const cases: [string, string, string, boolean][] = [
    ['Demo Infra', 'demo-infra', 'owner@demo.example', true],
    ['Our Own Name', 'demo-infra', 'owner@demo.example', false],
    ['Demo Infra', 'our-own', 'owner@demo.example', false],
    ['Demo Infra', 'demo-infra', 'asha@our-own.example', false],
  ]
  test.each(cases)('named %s at %s with %s: is a sample is %s', async (name, subdomain, email, expected) => {
    const database = await ownDatabase(inject('admin'))
    const admin = await adminClient(database.admin)
    try {
      // The later migrations are recorded as done and skipped; then they run over the older rows.
      const later = migrations.filter((step) => step >= '0011')
      await migrate(database.admin, testSecret, { upTo: '0000' })
      await admin.query('insert into app.migrations (name) select unnest($1::text[])', [later])
      await migrate(database.admin, testSecret)
      const id = newId()
      await admin.query(
        "insert into tenants (id, name, subdomain, schema_name) values ($1, $2, $3, 'a'), (uuidv7(), 'Other', 'other', 'b')",
        [id, name, subdomain],
      )
      await admin.query("insert into users (tenant_id, username, email) values ($1, 'Asha Rao', $2)", [id, email])
      await admin.query('delete from app.migrations where name = any ($1)', [later])
      await migrate(database.admin, testSecret)
      const { rows } = await admin.query<{ id: string }>('select id from tenants where is_sample')
      expect(rows).toEqual(expected ? [{ id }] : [])
    } finally {
      await admin.end()
      await database.stop()
    }
  })
})
