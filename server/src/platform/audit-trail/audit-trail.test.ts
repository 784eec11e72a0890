import { login, logout, refresh } from '@plinth/api/access/auth'
import { createRoleMapping, deleteRoleMapping } from '@plinth/api/access/role-mappings'
import { getRolePermissions, setRolePermissions } from '@plinth/api/access/roles'
import { updateTenant } from '@plinth/api/access/tenants'
import { createUser, updateUser } from '@plinth/api/access/users'
import { type AuditEntry, exportAuditTrail, filterAuditTrail, getAuditProof } from '@plinth/api/platform/audit-trail'
import { deleteContract, exportContracts, updateContract } from '@plinth/api/tenders/contracts'
import { updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRole } from '../../access/roles/roles.factory.ts'
import { userBody } from '../../access/users/users.factory.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, newId, testSecret } from '../../kernel/testing/databases.ts'
import { contractBody, newContract } from '../../tenders/contracts/contracts.factory.ts'
import {
  type Client,
  type Company,
  client,
  everything,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { newTask } from '../../works/tasks/tasks.factory.ts'
import { upload } from '../contract-imports/contract-imports.factory.ts'
import { sealTrails, verifyTrails } from './seals.queries.ts'

let server: TestServer
let company: Company
let owner: Awaited<ReturnType<Company['as']>>
beforeAll(async () => {
  server = await startTestServer({ alone: true })
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(() => server.stop())

const keys = tokens(testSecret)
const trailOf = (recordId: string | null, by: Client = owner) =>
  by.ok(filterAuditTrail, { body: { recordId, pagination: { page: 0, size: 200 } } }).then(({ content }) => content)
const deedOf = ({ action, recordType, changes }: AuditEntry) => ({ action, recordType, changes })

describe('an audit entry', () => {
  test('records who created a record, from which address, by which request and with which values', async () => {
    const { id } = await newContract(owner, { contractName: 'Ghat road', paperCost: 1180.5 })
    const [entry] = await trailOf(id)
    expect(entry).toMatchObject({
      action: 'CREATED',
      recordType: 'contracts',
      recordName: 'Ghat road',
      actorId: owner.userId,
      isOperator: false,
      address: expect.stringContaining('127.0.0.1'),
      requestId: expect.stringMatching(/\S/),
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      changes: { contract_name: 'Ghat road', paper_cost: 1180.5, status: 'DRAFT' },
    })
    expect(entry?.actorName).toMatch(/^Person/)
    for (const dull of ['tenant_id', 'created_at', 'updated_by', 'import_fingerprint'])
      expect(entry?.changes).not.toHaveProperty(dull)
  })

  test('records only the changed values of a change, none for an edit without changes, and a delete', async () => {
    const { id } = await newContract(owner, { contractName: 'Culvert', paperCost: 10 })
    const edit = (body: object) => owner.ok(updateContract, { params: { id }, body })
    await edit({ contractName: 'Box culvert', status: 'SUBMITTED' })
    await edit({ contractName: 'Box culvert' })
    await owner.ok(deleteContract, { params: { id } })
    const entries = await trailOf(id)
    expect(entries.slice(0, 2).map(deedOf)).toEqual([
      { action: 'DELETED', recordType: 'contracts', changes: {} },
      {
        action: 'CHANGED',
        recordType: 'contracts',
        changes: { contract_name: ['Culvert', 'Box culvert'], status: ['DRAFT', 'SUBMITTED'] },
      },
    ])
    expect(entries).toHaveLength(3)
  })

  test('belongs to the transaction of its change: a refused edit leaves none', async () => {
    const { id, bidId } = await newContract(owner, { bidId: newId() })
    const other = await newContract(owner)
    const before = await trailOf(other.id)
    await owner.refused(updateContract, { params: { id: other.id }, body: { bidId } })
    expect(await trailOf(other.id)).toEqual(before)
    expect(await trailOf(id)).toHaveLength(1)
  })

  test('is written for every row of an import', async () => {
    const importId = Array.from({ length: 25 }, (_, at) => `Road ${at} of the trail`)
    await upload(owner, `Contract name\n${importId.join('\n')}\n`)
    const found = await owner.ok(filterAuditTrail, {
      body: { recordType: ['contracts'], action: ['CREATED'], pagination: { page: 0, size: 200 } },
    })
    const names = found.content.map(({ recordName }) => recordName)
    expect(names).toEqual(expect.arrayContaining(importId))
  })

  test('is not written for the sums above a task, which follow from another edit', async () => {
    const project = await newProject(owner)
    const parent = await newTask(owner, project.id)
    const child = await newTask(owner, project.id, { parentId: parent.id })
    const before = [await trailOf(project.id), await trailOf(parent.id)]
    await owner.ok(updateTask, { params: { id: child.id }, body: { estimatedQuantity: 4, estimatedRate: 250 } })
    expect([await trailOf(project.id), await trailOf(parent.id)]).toEqual(before)
    expect((await trailOf(child.id))[0]?.changes).toEqual({
      estimated_quantity: [null, 4],
      estimated_rate: [null, 250],
    })
  })
})

describe('audit entries of people and permissions', () => {
  test('hold no password, hash or token', async () => {
    const password = 'mortar and granite 77'
    const person = await owner.ok(createUser, { body: { ...userBody(), password } })
    await owner.ok(updateUser, { params: { id: person.id }, body: { password: `${password}8` } })
    const entries = await trailOf(person.id)
    expect(entries.map(({ action, recordType }) => `${action} ${recordType}`)).toEqual(
      expect.arrayContaining(['CREATED users', 'CREATED user_passwords', 'CHANGED user_passwords']),
    )
    const changed = entries.find((entry) => entry.action === 'CHANGED' && entry.recordType === 'user_passwords')
    expect(changed?.changes).toMatchObject({ hash: null })
    const whole = await server.door.inTenant(company.id, null, (db) =>
      sql<{ text: string }>`select string_agg(changes::text, ' ') as text from audit_entries`.execute(db),
    )
    for (const secret of [password, '$argon2', 'refresh_hash']) expect(whole.rows[0]?.text).not.toContain(secret)
  })

  test('are two for signing in, refreshing and logging out, with the browser’s user agent', async () => {
    const person = await company.person({})
    const { refreshToken } = await server.stranger.ok(login, {
      body: { emailOrMobile: person.email, password: company.password, tenantName: company.name },
    })
    const next = await server.stranger.ok(refresh, { body: { refreshToken } })
    await client(server.url, next.accessToken).ok(logout, {})
    const entries = (await trailOf(person.userId)).filter(({ recordType }) => recordType === 'sessions')
    expect(entries.map(({ action }) => action)).toEqual(['SESSION_ENDED', 'SIGNED_IN'])
    expect(entries[1]).toMatchObject({ actorId: person.userId, address: expect.stringContaining('127.0.0.1') })
    expect(entries[1]?.changes).toHaveProperty('user_agent')
  })

  test('name the user and role of a granted flag and an assigned role', async () => {
    const role = await newRole(owner)
    const { userId } = await company.person({})
    const grid = await owner.ok(getRolePermissions, { query: { roleId: role.id } })
    const [row] = grid.filter(({ moduleName }) => moduleName === 'Contracts')
    const { moduleId } = row ?? { moduleId: '' }
    const flags = { canCreate: false, canView: true, canEdit: false, canDelete: false, canReport: false }
    await owner.ok(setRolePermissions, { params: { roleId: role.id }, body: [{ moduleId, ...flags }] })
    await owner.ok(createRoleMapping, { body: { userId, roleId: role.id } })
    await owner.ok(deleteRoleMapping, { params: { userId, roleId: role.id } })
    const { content, names } = await owner.ok(filterAuditTrail, { body: { recordId: userId } })
    expect(content.slice(0, 2).map(deedOf)).toEqual([
      { action: 'DELETED', recordType: 'user_roles', changes: { role_id: role.id } },
      { action: 'CREATED', recordType: 'user_roles', changes: { role_id: role.id } },
    ])
    expect(names[role.id]).toBe(role.name)
    const granted = (await trailOf(role.id)).find(({ recordType }) => recordType === 'role_permissions')
    expect(JSON.stringify(granted?.changes)).toContain(moduleId)
    expect(granted?.changes).toHaveProperty('can_view')
  })

  test('record what an operator does inside a company in that company’s trail', async () => {
    const operator = await (await operatorCompany(server)).as()
    await operator.ok(updateTenant, { params: { id: company.id }, body: { comment: 'Called about GST' } })
    const [entry] = await trailOf(company.id)
    expect(entry).toMatchObject({
      isOperator: true,
      actorName: null,
      recordType: 'tenants',
      changes: { comment: [null, 'Called about GST'] },
    })
  })
})

describe('the audit trail', () => {
  test('is visible to its own company only', async () => {
    const neighbour = await (await newCompany(server)).as()
    const { id } = await newContract(neighbour)
    expect(await trailOf(id)).toEqual([])
    expect(await trailOf(id, neighbour)).toHaveLength(1)
  })

  test('is read with canView and exported with canReport, as the Auditor role may', async () => {
    const auditor = await company.as({ 'Audit Trail': ['canView', 'canReport'], Contracts: ['canView'] })
    const reader = await company.as({ 'Audit Trail': ['canView'] })
    const columns = [{ field: 'action', label: 'What' } as const, { field: 'changes', label: 'Changes' } as const]
    const exported = { body: { format: 'csv', columns } } as const
    await newContract(owner, { contractName: 'Of the sheet' })
    expect((await auditor.sendCall(exportAuditTrail, exported)).text).toContain('contract_name: Of the sheet')
    expect((await reader.sendCall(exportAuditTrail, exported)).status).toBe(403)
    expect((await reader.sendCall(filterAuditTrail, { body: {} })).status).toBe(200)
    expect((await (await company.as({ ...everything, 'Audit Trail': [] })).sendCall(filterAuditTrail, {})).status).toBe(
      403,
    )
  })

  test('records which lists were exported as sheets, and with which filters', async () => {
    const columns = [{ field: 'contractName', label: 'Contract' }]
    await owner.sendCall(exportContracts, { body: { format: 'csv', columns, status: ['DRAFT'] } })
    const [entry] = (await owner.ok(filterAuditTrail, { body: { action: 'EXPORTED' } })).content
    expect(entry).toMatchObject({ recordType: 'contracts', actorId: owner.userId, changes: { format: 'csv', columns } })
  })

  test('is searched by user, action, kind of record and day', async () => {
    const person = await company.as()
    await newContract(person)
    const { username } = await owner.ok(updateUser, {
      params: { id: person.userId },
      body: { username: `Zoya ${newId()}` },
    })
    const by = async (body: object) => (await owner.ok(filterAuditTrail, { body })).content
    const mine = await by({ actorName: username.toUpperCase() })
    expect(new Set(mine.map(({ actorName }) => actorName))).toEqual(new Set([username]))
    expect(mine.map(({ recordType }) => recordType).sort()).toEqual(['contracts', 'sessions'])
    expect(await by({ actorName: username, action: ['DELETED'] })).toEqual([])
    expect(await by({ actorName: username, dateRange: { to: '2020-01-01T00:00:00Z' } })).toEqual([])
    const oldest = await by({ sort: { field: 'createdAt', direction: 'asc' } })
    expect(oldest.map(({ id }) => id)).toEqual(oldest.map(({ id }) => id).toSorted())
  })

  test('cannot be changed, emptied or added to by the server, nor changed by the owner of its tables', async () => {
    const inside = (statement: string) => server.door.inTenant(company.id, null, (db) => sql.raw(statement).execute(db))
    for (const statement of [
      `update audit_entries set action = 'DELETED'`,
      'delete from audit_entries',
      'truncate audit_entries',
      'delete from audit_seals',
      `insert into audit_entries (is_operator, action, record_type) values (false, 'CREATED', 'contracts')`,
      `select app.note('CREATED', 'contracts', null)`,
    ])
      await expect(inside(statement), statement).rejects.toThrow(/permission denied/)
    await sealTrails(server.door, keys)
    // Adds an entry that waits for its seal, which follows by itself.
    await newContract(owner)
    const admin = await adminClient(server.admin ?? {})
    try {
      for (const statement of [
        `update audit_entries set address = '10.0.0.1'`,
        `update audit_entries set seal = 9, address = '10.0.0.1' where seal is null`,
        `update audit_seals set signature = null where signature is not null`,
        'update audit_entries set seal = 9 where seal is not null',
        'delete from audit_entries',
        'truncate audit_entries',
        'delete from audit_seals',
        `update audit_seals set digest = sha256('x')`,
      ])
        await expect(admin.query(statement), statement).rejects.toThrow('The audit trail is only ever added to')
    } finally {
      await admin.end()
    }
  })
})

describe('seals', () => {
  const proof = () => owner.ok(getAuditProof, {})

  test('cover every entry once they are made, and verify as good', async () => {
    await newContract(owner)
    expect((await proof()).open).toBeGreaterThan(0)
    await sealTrails(server.door, keys)
    const { entries, open, newest, checkedFrom, faults } = await proof()
    expect({ open, checkedFrom, faults }).toEqual({ open: 0, checkedFrom: 1, faults: [] })
    expect(entries).toBeGreaterThan(30)
    expect(newest?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect((await verifyTrails(server.door, keys)).faults).toEqual([])
  })

  test('are made one after the other by servers in parallel, each entry in one seal', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await newContract(owner)
        await sealTrails(server.door, keys)
      }),
    )
    await sealTrails(server.door, keys)
    expect(await proof()).toMatchObject({ open: 0, faults: [] })
  })

  /** Changes that an attacker with full access to the database could make. */
  const tampering: [string, string, string][] = [
    ['an entry was changed', `update audit_entries set address = '10.0.0.1' where seal = 1`, 'were changed'],
    [
      'what was changed was altered',
      `update audit_entries set changes = '{}' where seal = 1 and changes <> '{}'`,
      'were changed',
    ],
    [
      'an entry was taken away',
      'delete from audit_entries where id = (select id from audit_entries where seal = 1 limit 1)',
      'added or removed',
    ],
    [
      'an entry was slipped in',
      `insert into audit_entries (tenant_id, is_operator, action, record_type, seal)
       select tenant_id, false, 'CREATED', 'contracts', 1 from audit_seals limit 1`,
      'added or removed',
    ],
    ['a seal was taken away', 'delete from audit_seals where number = 2', 'The seal is gone'],
    [
      'an entry was changed and its seal made to fit',
      `update audit_entries set address = '10.0.0.1' where seal = 1;
       select set_config('app.tenant_id', (select tenant_id::text from audit_entries where seal = 1 limit 1), false);
       update audit_seals set digest = app.audit_digest(1) where number = 1 and tenant_id = app.tenant_id()`,
      'The signature is not of this installation',
    ],
  ]
  test.each(tampering)('reveal it when %s', async (_, statement, fault) => {
    const own = await startTestServer({ alone: true })
    const admin = await adminClient(own.admin ?? {})
    try {
      const other = await (await newCompany(own)).as()
      for (let again = 0; again < 3; again += 1) {
        await newContract(other, contractBody())
        await sealTrails(own.door, keys)
      }
      const before = await verifyTrails(own.door, keys)
      expect(before.faults).toEqual([])
      await admin.query(`set session_replication_role = replica; ${statement}`)
      const after = await verifyTrails(own.door, keys)
      expect(after.faults.map((found) => found.fault).join(' ')).toContain(fault)
      expect((await other.ok(getAuditProof, {})).faults.length).toBeGreaterThan(0)
    } finally {
      await admin.end()
      await own.stop()
    }
  })

  test('that were noted reveal that the end of a trail was cut off', async () => {
    const own = await startTestServer({ alone: true })
    const admin = await adminClient(own.admin ?? {})
    try {
      await newContract(await (await newCompany(own)).as())
      await sealTrails(own.door, keys)
      const { heads } = await verifyTrails(own.door, keys)
      expect((await verifyTrails(own.door, keys, heads)).faults).toEqual([])
      await admin.query('set session_replication_role = replica; delete from audit_seals; delete from audit_entries')
      expect((await verifyTrails(own.door, keys)).faults).toEqual([])
      const [first] = heads
      expect((await verifyTrails(own.door, keys, heads)).faults).toContainEqual({
        company: first?.company,
        number: first?.number,
        fault: 'It is not the seal that was noted earlier.',
      })
    } finally {
      await admin.end()
      await own.stop()
    }
  })
})
