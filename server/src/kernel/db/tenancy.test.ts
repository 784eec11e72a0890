import { availableParallelism } from 'node:os'
import { createContract, filterContracts, getContract, updateContract } from '@plinth/api/tenders/contracts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contractBody, newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { adminClient, newId } from '../testing/databases.ts'
import { uniqueNumber } from '../testing/unique.ts'
import { openDoor } from './door.ts'
import { OneStatement } from './one-statement.ts'
import { type Db } from './tenancy.ts'

let server: TestServer
let ours: Company
let theirs: Company
let owner: Client & { userId: string; session: { refreshToken: string } }
let stranger: Client

beforeAll(async () => {
  server = await startTestServer()
  ours = await newCompany(server)
  theirs = await newCompany(server)
  owner = await ours.as()
  stranger = await theirs.as()
})
afterAll(() => server.stop())

const tenantTables = [
  'users',
  'user_passwords',
  'roles',
  'role_permissions',
  'user_roles',
  'sessions',
  'idempotency_keys',
  'status_changes',
  'contracts',
  'security_deposits',
  'projects',
  'tasks',
  'tenants',
]
const count = async (db: Db, table: string) => {
  const found = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.execute(db)
  return found.rows[0]?.total
}
const seenIn = (tenantId: string, table: string) => server.door.inTenant(tenantId, null, (db) => count(db, table))

describe('a transaction without a tenant', () => {
  test.each(tenantTables)('sees no row of %s', async (table) => {
    await newContract(owner)
    expect(await server.door.anonymous((db) => count(db, table))).toBe(0)
  })

  test('can store nothing, even under the id of an existing tenant', async () => {
    const insert = (db: Db) =>
      sql`insert into contracts (tenant_id, contract_name) values (${ours.id}, 'x')`.execute(db)
    await expect(server.door.anonymous(insert)).rejects.toThrow(/row-level security/)
    const bare = (db: Db) => sql`insert into contracts (contract_name) values ('x')`.execute(db)
    await expect(server.door.anonymous(bare)).rejects.toThrow(/tenant_id|row-level security/)
  })
})

describe('a transaction of a tenant', () => {
  test('sees only its own rows, by id too', async () => {
    const { id } = await newContract(owner)
    const find = async (db: Db) => (await sql`select id from contracts where id = ${id}`.execute(db)).rows
    expect(await server.door.inTenant(ours.id, null, find)).toHaveLength(1)
    expect(await server.door.inTenant(theirs.id, null, find)).toEqual([])
  })

  test("can neither store, move nor change a row under another tenant's id", async () => {
    const { id } = await newContract(owner)
    const inTheirs = (work: (db: Db) => Promise<unknown>) => server.door.inTenant(theirs.id, null, work)
    const insert = (db: Db) =>
      sql`insert into contracts (tenant_id, contract_name) values (${ours.id}, 'x')`.execute(db)
    await expect(inTheirs(insert)).rejects.toThrow(/row-level security/)
    const give = (db: Db) => sql`update contracts set tenant_id = ${theirs.id} where id = ${id}`.execute(db)
    await expect(server.door.inTenant(ours.id, null, give)).rejects.toThrow(/row-level security/)
    const change = await inTheirs((db) =>
      sql`update contracts set contract_name = 'theirs' where id = ${id}`.execute(db),
    )
    expect(change).toMatchObject({ numAffectedRows: 0n })
    expect((await owner.ok(getContract, { params: { id } })).contractName).not.toBe('theirs')
  })

  test("cannot point at another tenant's record: the key is within the tenant", async () => {
    const { id } = await newContract(owner)
    const point = (db: Db) =>
      sql`insert into security_deposits (contract_id, deposit_type, instrument_no, amount) values (${id}, 'EMD', '1', 5)`.execute(
        db,
      )
    await expect(server.door.inTenant(theirs.id, null, point)).rejects.toThrow(/Not found|foreign key/)
    await server.door.inTenant(ours.id, null, point)
  })

  test('leaves nothing behind: the next transaction on the connection starts without one', async () => {
    const current = sql<{ tenant: string | null }>`select app.tenant_id() as tenant, app.user_id() as "user"`
    for (let round = 0; round < 20; round += 1) {
      await server.door.inTenant(ours.id, owner.userId, async (db) => {
        expect((await current.execute(db)).rows).toEqual([{ tenant: ours.id, user: owner.userId }])
      })
      await server.door.inTenant(ours.id, owner.userId, (db) => sql`select 1 / 0`.execute(db)).catch(() => {})
      const [after] = (await server.door.anonymous((db) => current.execute(db))).rows
      expect(after).toEqual({ tenant: null, user: null })
    }
  })

  test('sets nothing that outlasts it, so that a pooler may share the connection', async () => {
    const door = await openDoor(inject('login'), 1)
    await door.inTenant(ours.id, owner.userId, (db) => count(db, 'contracts'))
    const left = await door.inTenant(ours.id, null, async (db) => {
      await sql`rollback`.execute(db)
      const settings = sql`select coalesce(current_setting('app.tenant_id', true), '') || coalesce(current_setting('app.user_id', true), '') as left`
      return (await settings.execute(db)).rows
    })
    await door.close()
    expect(left).toEqual([{ left: '' }])
  })

  test('stores nothing when it fails', async () => {
    const name = newId()
    const half = server.door.inTenant(ours.id, null, async (db) => {
      await sql`insert into contracts (contract_name) values (${name})`.execute(db)
      throw new Error('half way')
    })
    await expect(half).rejects.toThrow('half way')
    expect((await owner.ok(filterContracts, { body: { contractName: name } })).totalElements).toBe(0)
  })

  test("cannot be opened in another tenant by quotes in the tenant's id", async () => {
    await expect(server.door.inTenant("x', true); --", null, (db) => count(db, 'contracts'))).rejects.toThrow()
    expect(await seenIn(newId(), 'contracts')).toBe(0)
  })
})

describe('entering', () => {
  const sessionId = () => owner.session.refreshToken.split('.')[1] ?? ''
  const enter = (change: object, module: 'Contracts' | 'Tenants' = 'Contracts') =>
    server.door.enter(
      { tenantId: ours.id, userId: owner.userId, sessionId: sessionId(), ...change },
      { allow: { module, can: 'canView' } },
      (db) => count(db, 'tenants'),
    )

  test('succeeds for a live session with the flag, and shows one tenant', async () => {
    expect(await enter({})).toBe(1)
  })

  test.each([
    ['another session', { sessionId: newId() }],
    ['another person', { userId: newId() }],
    ['another tenant', { tenantId: newId() }],
  ])('fails for %s', async (_, change) => {
    await expect(enter(change)).rejects.toMatchObject({ status: 401 })
  })

  test("fails with the id of another company on one's own session", async () => {
    await expect(enter({ tenantId: theirs.id })).rejects.toMatchObject({ status: 401 })
  })
})

describe('a person with a session', () => {
  const changes = {
    'their sessions are ended': ['update sessions set ended_at = now() where user_id = $1', 401],
    'they are deactivated': ['update users set is_active = false where id = $1', 401],
    'they are deleted': ['update users set deleted_at = now() where id = $1', 401],
    'their role is taken': ['delete from user_roles where user_id = $1', 403],
    'the flag is taken from their role': [
      `update role_permissions set can_view = false where role_id in (select role_id from user_roles where user_id = $1)`,
      403,
    ],
    'their role loses the module': [
      'delete from role_permissions where role_id in (select role_id from user_roles where user_id = $1)',
      403,
    ],
    'their company asks for a second factor': [
      'update tenants set requires_second_factor = true where id = (select tenant_id from users where id = $1)',
      403,
    ],
    'their company is suspended': [
      `update tenants set status = 'SUSPENDED' where id = (select tenant_id from users where id = $1)`,
      401,
    ],
    'their company is deleted': [
      'update tenants set deleted_at = now() where id = (select tenant_id from users where id = $1)',
      401,
    ],
  } as const

  test.each(Object.entries(changes))('loses access at once when %s', async (_, [change, status]) => {
    const company = await newCompany(server)
    await company.as()
    const person = await company.as({ Contracts: ['canView'] })
    const [look, other] = [() => person.sendCall(filterContracts, { body: {} }), await company.as()]
    for (let times = 0; times < 5; times += 1) expect((await look()).status).toBe(200)
    await server.door.inTenant(company.id, null, (db) =>
      sql`${sql.raw(change.replace('$1', `'${person.userId}'`))}`.execute(db),
    )
    expect((await look()).status).toBe(status)
    expect((await look()).status).toBe(status)
    const left = await other.sendCall(filterContracts, { body: {} })
    expect(left.status).toBe(change.includes('tenants') ? status : 200)
  })

  test('gets access at once when their role gets the missing flag', async () => {
    const person = await ours.as({ Projects: ['canView'] })
    const look = () => person.sendCall(filterContracts, { body: {} })
    expect((await look()).status).toBe(403)
    await server.door.inTenant(ours.id, null, (db) =>
      sql`insert into role_permissions (role_id, module_id, can_view) select u.role_id, m.id, true
        from user_roles u, modules m where u.user_id = ${person.userId} and m.key = 'Contracts'`.execute(db),
    )
    expect((await look()).status).toBe(200)
  })
})

describe('concurrent reads', () => {
  const turns = 2 * availableParallelism()
  const entry = { allow: { module: 'Contracts', can: 'canView' } } as const
  let door: Awaited<ReturnType<typeof openDoor>>
  let read: (statement: RawBuilder<unknown>) => Promise<unknown>
  beforeAll(async () => {
    door = await openDoor(inject('login'), 3 * turns + 30)
    const found = await door.inTenant(ours.id, null, (db) =>
      sql<{ id: string }>`select id from sessions where user_id = ${owner.userId}`.execute(db),
    )
    const caller = { tenantId: ours.id, userId: owner.userId, sessionId: found.rows[0]?.id ?? '' }
    read = (statement) => door.enterWith(caller, entry, () => new OneStatement(statement, () => {}))
  })
  afterAll(() => door.close())

  test('share few connections', async () => {
    const reads = turns + 30
    await Promise.all(Array.from({ length: reads }, () => read(sql`select 1`)))
    expect(door.load().total).toBeLessThan(reads)
  })

  test('wait only a moment for slow reads', async () => {
    const key = uniqueNumber()
    const holder = await adminClient(inject('admin'))
    await holder.query('select pg_advisory_lock(1, $1)', [key])
    const long = Array.from({ length: turns }, () => read(sql`select pg_advisory_xact_lock_shared(1, ${key}::int)`))
    await Promise.all(Array.from({ length: 3 }, () => read(sql`select 1`)))
    await holder.end()
    await Promise.all(long)
  })
})

describe('two hundred concurrent calls of two companies, some of them refused', () => {
  test('never see or store anything of the other', async () => {
    const sides = [
      { by: owner, mark: newId(), id: ours.id, known: await newContract(owner) },
      { by: stranger, mark: newId(), id: theirs.id, known: await newContract(stranger) },
    ]
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const [side, other] = index % 2 === 0 ? [sides[0], sides[1]] : [sides[1], sides[0]]
      if (!side || !other) throw new Error('two sides are needed')
      const { by, mark, known } = side
      const kinds = [
        async () => {
          const created = await by.ok(createContract, {
            body: contractBody({ contractName: mark, bidId: `${mark}-${index}` }),
          })
          return [created.contractName, mark]
        },
        async () => [(await by.sendCall(createContract, { body: contractBody({ bidId: known.bidId }) })).status, 409],
        async () => {
          const body = contractBody({ tenderActualValue: 0.01, tenderBidValue: 9_999_999_999_999 })
          return [(await by.sendCall(createContract, { body })).status, 400]
        },
        async () => [(await by.sendCall(getContract, { params: { id: other.known.id } })).status, 404],
        async () => {
          const reply = await by.sendCall(filterContracts, { body: { pagination: { size: 200 } } })
          return [reply.text.includes(other.mark) || reply.text.includes(other.known.id), false]
        },
        async () => {
          const changed = await by.ok(updateContract, { params: { id: known.id }, body: { comments: mark } })
          return [changed.comments, mark]
        },
      ]
      return kinds[Math.floor(index / 2) % kinds.length]?.()
    })
    for (const result of await Promise.all(calls)) expect(result?.[0]).toBe(result?.[1])

    for (const { by, mark, id } of sides) {
      const { totalElements } = await by.ok(filterContracts, { body: { contractName: mark } })
      expect(totalElements).toBeGreaterThan(10)
      const stored = await server.door.inTenant(id, null, (db) =>
        sql`select id from contracts where contract_name = ${mark}`.execute(db),
      )
      expect(stored.rows).toHaveLength(totalElements)
    }
  })

  test('leave every connection usable when clients abort further calls', async () => {
    const aborted = Array.from({ length: 60 }, async (_, index) => {
      const abort = new AbortController()
      setTimeout(() => abort.abort(), index % 12)
      const sent = fetch(`${server.url}/platform/api/tenants/name-search?keyword=company`, { signal: abort.signal })
      return sent.then((reply) => reply.text()).catch(() => 'given up')
    })
    await Promise.all(aborted)
    const after = await Promise.all(Array.from({ length: 40 }, () => owner.sendCall(filterContracts, { body: {} })))
    expect(new Set(after.map((reply) => reply.status))).toEqual(new Set([200]))
  })
})
