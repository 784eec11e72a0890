import { setTimeout } from 'node:timers/promises'
import {
  createDeposit,
  type Deposit,
  deleteDeposit,
  depositStatuses,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { contractStatuses, updateContract } from '@plinth/api/tenders/contracts'
import { getKpis } from '@plinth/api/tenders/dashboard'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { depositBody, newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { openDoor } from '../../kernel/db/door.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { sentIn } from '../../kernel/db/statements.ts'
import { type Db } from '../../kernel/db/tenancy.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newContract } from '../contracts/contracts.factory.ts'
import { insertContracts, insertDeposits, recount } from './dashboard.factory.ts'
import { categorySummary, kpis, statusSummary } from './dashboard.queries.ts'

/** Compares the stored figures with a recount, after changes of contracts and deposits in any order. */

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  server = await startTestServer({ alone: true })
  if (!server.admin) throw new Error('the suite has a database of its own')
  admin = await adminClient(server.admin)
  // Normally only writes fold the figures, at random. This lets the test do it explicitly.
  await admin.query('grant execute on function app.fold_figures(bigint) to public')
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const figuresOf = (by: Client) => by.ok(getKpis, { body: {} })
async function expectRecount(by: Client, company: Company): Promise<void> {
  expect(await figuresOf(by)).toEqual(await recount(admin, company.id))
}
const figureRows = async (company: Company) => {
  const found = await admin.query<{ rows: number; keys: number }>(
    `select count(*)::int as rows, count(distinct key)::int as keys from (
       select (status, was_awarded, contract_type)::text as key from contract_figures where tenant_id = $1
       union all select (contract_status, status, deposit_type)::text from deposit_figures where tenant_id = $1) kept`,
    [company.id],
  )
  return found.rows[0] ?? { rows: 0, keys: 0 }
}

/** A statement on `many` live rows, starting at the row `from`. */
interface Statement {
  kind: (typeof kinds)[number]
  from: number
  many: number
  seed: number
}
const kinds = [
  'add contracts',
  'add deposits',
  'move contracts',
  'edit contracts',
  'move deposits',
  'edit deposits',
  'date deposits',
  'delete contracts',
  'delete deposits',
] as const

const pickFrom = (list: readonly (string | null)[], n: number) => list[n % list.length] ?? null
/** Few statuses each, so that different rows fall into the same figure. */
const onContracts = ['DRAFT', 'AWARDED', 'COMPLETED', 'REJECTED', 'DISPUTE']
const onDeposits = ['SUBMITTED', 'DRAFT', 'REFUNDED', 'FORFEITED', 'PENDING_REFUND']

/** Returns whether it changed anything. */
async function run(db: Db, { kind, from, many, seed }: Statement): Promise<boolean> {
  const some = (table: string) =>
    sql`(tenant_id, id) in (select tenant_id, id from ${sql.table(table)} where deleted_at is null
      order by id offset ${from} % greatest(1, (select count(*) from ${sql.table(table)} where deleted_at is null)) limit ${many})`
  const contractStatus = pickFrom(seed % 3 ? onContracts : contractStatuses, seed)
  const depositStatus = pickFrom(seed % 3 ? onDeposits : depositStatuses, seed)
  const type = pickFrom(['EPC', null, '', 'Lump sum'], seed)
  const awarded = pickFrom([null, '2025-05-05', null], seed)
  const cost = seed % 4 ? seed + 0.37 : null
  const statements = {
    'add contracts': sql`insert into contracts (contract_name, status, paper_cost, contract_type, awarded_date)
      select 'Any', case when n % 2 = 0 then ${contractStatus} else 'SUBMITTED' end, ${cost}::numeric, ${type},
        ${awarded}::date from generate_series(1, ${many}::int) n`,
    'add deposits': sql`insert into security_deposits
        (contract_id, instrument_no, deposit_type, status, amount, deposit_submitted_date, deposit_returned_date)
      select id, 'DD', ${seed % 2 ? 'EMD' : 'Retention'}, ${depositStatus}, 1.01 + ${seed}::int, date '2025-01-01',
        ${seed % 5 ? '2025-02-01' : null}::date + ${seed}::int from contracts where ${some('contracts')}`,
    'move contracts': sql`update contracts set status = ${contractStatus} where ${some('contracts')}`,
    'edit contracts': sql`update contracts set paper_cost = ${cost}::numeric, contract_type = ${type},
      awarded_date = ${awarded}::date where ${some('contracts')}`,
    'move deposits': sql`update security_deposits set status = ${depositStatus} where ${some('security_deposits')}`,
    'edit deposits': sql`update security_deposits set amount = amount + ${seed}::int,
      deposit_type = ${seed % 2 ? 'EMD' : 'Retention'} where ${some('security_deposits')}`,
    'date deposits': sql`update security_deposits set deposit_returned_date = ${seed % 3 ? '2026-01-01' : null}::date + ${seed}::int
      where ${some('security_deposits')}`,
    'delete contracts': sql`update contracts set deleted_at = now() where ${some('contracts')} and not exists (
      select from security_deposits d where d.contract_id = contracts.id and d.deleted_at is null)`,
    'delete deposits': sql`update security_deposits set deleted_at = now() where ${some('security_deposits')}`,
  }
  const { numAffectedRows } = await statements[kind].execute(db)
  return Number(numAffectedRows) > 0
}

const statement: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.nat({ max: 40 }),
  many: fc.integer({ min: 1, max: 6 }),
  seed: fc.nat({ max: 60 }),
})
interface Transaction {
  statements: Statement[]
  folds: boolean
  /** Whether the transaction is rolled back. */
  fails: boolean
}
const transaction: fc.Arbitrary<Transaction> = fc.record({
  statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
  folds: fc.boolean(),
  fails: fc.nat({ max: 5 }).map((one) => one === 0),
})
const histories = fc.array(transaction, { minLength: 5, maxLength: 12 })

class RolledBack extends Error {}

/** Folds the figures, which otherwise happens at random. */
const fold = (db: Db) => sql`select app.fold_figures(1000000)`.execute(db)
const inside = <T>(company: Company, work: (db: Db) => Promise<T>) => server.door.inTenant(company.id, null, work)

describe('the stored figures equal a recount', () => {
  const seen = new Set<string>()
  async function expectHistory(history: Transaction[]): Promise<void> {
    const company = await newCompany(server)
    const by = await company.as({ Contracts: ['canView'] })
    for (const { statements, folds, fails } of history) {
      const outcome = inside(company, async (db) => {
        for (const one of statements) {
          if (await run(db, one)) seen.add(one.kind)
          if (folds) await fold(db)
        }
        if (fails) throw new RolledBack()
      })
      await outcome.catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
      await expectRecount(by, company)
    }
  }

  test('after every transaction of any history, with and without folding and rollbacks', async () => {
    await fc.assert(fc.asyncProperty(histories, expectHistory), { numRuns: 12, seed: 20_261_121 })
    await fc.assert(fc.asyncProperty(histories, expectHistory), { numRuns: 12, seed: seedOf('figures') })
    // Proves something only if each kind of statement changed a row.
    expect([...seen].sort()).toEqual([...kinds].sort())
  }, 120_000)

  test('after a statement over thousands of contracts on a connection that had planned it for one', async () => {
    const company = await newCompany(server)
    await inside(company, async (db) => {
      // Each statement takes about 6 s of processor time, which a busy machine cannot give within the server's own
      // limit.
      await sql`set local statement_timeout = '60s'`.execute(db)
      await insertContracts(1, { status: `'DRAFT'` }).execute(db)
      await insertDeposits(1, { status: `'SUBMITTED'`, deposit_type: `'EMD'`, amount: '5' }).execute(db)
      for (const status of ['AWARDED', 'DRAFT']) await sql`update contracts set status = ${status}`.execute(db)
      await insertContracts(20_000, { status: `'SUBMITTED'`, paper_cost: 'n' }).execute(db)
      await sql`update contracts set status = 'AWARDED'`.execute(db)
    })
    await expectRecount(await company.as(), company)
  }, 180_000)
})

describe('the stored figures after concurrent transactions', () => {
  type Work = (db: Db, contractId: string, depositId: string) => Promise<unknown>
  const works: Record<string, Work> = {
    'a contract changes its status': (db, contract) =>
      sql`update contracts set status = 'COMPLETED', paper_cost = paper_cost + 1 where id = ${contract}`.execute(db),
    'a deposit is stored': (db, contract) =>
      sql`insert into security_deposits (contract_id, deposit_type, instrument_no, amount) values (${contract}, 'EMD', '7', 70)`.execute(
        db,
      ),
    'a deposit is changed': (db, _, deposit) =>
      sql`update security_deposits set amount = amount + 1000, status = 'REFUNDED' where id = ${deposit}`.execute(db),
    'a deposit is deleted': (db, _, deposit) =>
      sql`update security_deposits set deleted_at = now() where id = ${deposit}`.execute(db),
    'a deposit and then its contract are changed': async (db, contract, deposit) => {
      await sql`update security_deposits set amount = amount + 5 where id = ${deposit}`.execute(db)
      await sql`update contracts set status = 'DISPUTE' where id = ${contract}`.execute(db)
    },
    'the figures are folded': fold,
  }

  /** Runs `second` after `first` is done but not committed. Returns whether the second had to wait. */
  async function interleaved(company: Company, first: (db: Db) => Promise<unknown>, second: typeof first) {
    const [firstDone, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const one = inside(company, async (db) => {
      await first(db)
      firstDone.resolve()
      await released.promise
    })
    await Promise.race([firstDone.promise, one])
    let pid = 0
    let isDone = false
    const two = inside(company, async (db) => {
      pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
      await second(db)
    }).finally(() => {
      isDone = true
    })
    const both = Promise.all([one, two])
    both.catch(() => {})
    const isBlocked = async () =>
      (await admin.query('select cardinality(pg_blocking_pids($1)) > 0 as waits', [pid])).rows[0]?.waits
    let waited = false
    while (!isDone && !waited) {
      waited = pid > 0 && (await isBlocked())
      await setTimeout(2)
    }
    released.resolve()
    await both
    return waited
  }

  const pairs = Object.keys(works).flatMap((first) => Object.keys(works).map((second) => [first, second]))
  test.each(pairs)('equal a recount when %s and %s', async (first = '', second = '') => {
    const company = await newCompany(server)
    const by = await company.as()
    const { id } = await newContract(by, { status: 'DRAFT', paperCost: 10 })
    const { id: deposit } = await newDeposit(by, id, { amount: 3 })
    await newDeposit(by, id, { amount: 40 })
    await interleaved(
      company,
      async (db) => works[first]?.(db, id, deposit),
      async (db) => works[second]?.(db, id, deposit),
    )
    await expectRecount(by, company)
  })

  test('are folded without waiting for writes, and without making them wait', async () => {
    const company = await newCompany(server)
    const { id } = await newContract(await company.as())
    const edit = (db: Db) => sql`update contracts set paper_cost = 5 where id = ${id}`.execute(db)
    const store = (db: Db) => insertContracts(2, { status: `'DRAFT'` }).execute(db)
    for (const [first, second] of [
      [edit, fold],
      [fold, edit],
      [fold, fold],
      [store, edit],
    ] as const)
      expect(await interleaved(company, first, second)).toBe(false)
    await expectRecount(await company.as(), company)
  })

  test('are consistent in every read while eight clients write to the same few contracts and one folds', async () => {
    const company = await newCompany(server)
    const by = await company.as()
    const contracts = await Promise.all([1, 2, 3].map(() => newContract(by, { paperCost: 100 })))
    const stored: Deposit[] = []
    const seen = new Set<number>()
    const random = dice(seedOf('figures'))
    async function writeOnce() {
      const contract = contracts[random(3)] ?? { id: '' }
      const deposit = stored[random(stored.length)]
      const kind = random(4)
      const at = { params: { contractId: deposit?.contractId, depositId: deposit?.id } }
      const status = pickFrom(onDeposits, random(5))
      const body = { status, amount: (1 + random(900)) / 100, depositType: pickFrom(['EMD', 'Retention'], random(2)) }
      const moved = { status: pickFrom(onContracts, random(5)), paperCost: random(90) / 7 < 2 ? null : random(90) }
      if (kind === 0) return by.sendCall(updateContract, { params: { id: contract.id }, body: moved })
      if (kind === 1 || !deposit) {
        const created = await by.sendCall(createDeposit, {
          params: { contractId: contract.id },
          body: { ...depositBody(), ...body },
        })
        if (created.status === 201) stored.push(JSON.parse(created.text))
        return created
      }
      return by.sendCall(kind === 2 ? updateDeposit : deleteDeposit, kind === 2 ? { ...at, body } : at)
    }
    let writing = true
    const readers = [
      async () => {
        const shown = await figuresOf(by)
        expect(shown.contract_count_by_status.reduce((sum, { value }) => sum + value, 0)).toBe(3)
        const byType = shown.deposit_by_type.reduce((sum, { value }) => sum + value, 0)
        expect(byType).toBeCloseTo(shown.total_security_deposit, 2)
      },
      () => inside(company, fold),
    ].map(async (work) => {
      while (writing) await work()
    })
    const writers = Array.from({ length: 8 }, async () => {
      for (let count = 0; count < 25; count += 1) seen.add((await writeOnce()).status)
    })
    await Promise.all(writers).finally(() => {
      writing = false
    })
    await Promise.all(readers)
    expect(
      [...seen].filter((status) => ![200, 201, 204, 404].includes(status)),
      `seed ${seed}`,
    ).toEqual([])
    await expectRecount(by, company)
  }, 60_000)
})

describe('the stored figures', () => {
  test('are all that the dashboard reads: no contract and no deposit', async () => {
    const company = await newCompany(server)
    const by = await company.as()
    await newDeposit(by, (await newContract(by)).id)
    const read = await inside(company, async (db) => {
      const scans = async () => {
        const counted = await sql<{ scans: number }>`select coalesce(sum(seq_scan + idx_scan), 0) as scans
          from pg_stat_xact_user_tables where relname in ('contracts', 'security_deposits')`.execute(db)
        return counted.rows[0]?.scans ?? NaN
      }
      const before = await scans()
      for (const ask of [kpis, statusSummary, categorySummary]) await sentIn<unknown>(db, ask())
      return (await scans()) - before
    })
    expect(read).toBe(0)
  })

  test('have only as many rows as there are keys after folding, however much is written', async () => {
    const company = await newCompany(server)
    const by = await company.as()
    await inside(company, async (db) => {
      await insertContracts(3, { status: `'DRAFT'`, paper_cost: 'n' }).execute(db)
      await insertDeposits(2, { status: `'SUBMITTED'`, deposit_type: `'EMD'`, amount: 'n' }).execute(db)
      await sql`do $$ begin for n in 1 .. 1000 loop
        update contracts set paper_cost = n, status = case n % 2 when 0 then 'DRAFT' else 'DISPUTE' end;
      end loop; end $$`.execute(db)
    })
    expect((await figureRows(company)).rows).toBeLessThan(2_000)
    await inside(company, fold)
    expect(await figureRows(company)).toEqual({ rows: 2, keys: 2 })
    await expectRecount(by, company)
    await inside(company, async (db) => {
      for (const table of ['security_deposits', 'contracts'])
        await sql`update ${sql.table(table)} set deleted_at = now()`.execute(db)
      await fold(db)
    })
    expect((await figureRows(company)).rows).toBe(0)
    await expectRecount(by, company)
  })

  test("cannot be written by the server's database role", async () => {
    const company = await newCompany(server)
    for (const table of ['contract_figures', 'deposit_figures'])
      for (const change of [
        `insert into ${table} default values`,
        `update ${table} set id = id`,
        `delete from ${table}`,
      ])
        await expect(inside(company, (db) => sql`${sql.raw(change)}`.execute(db))).rejects.toThrow('permission denied')
  })
})

test('a database that has contracts when the figures are added has them counted', async () => {
  const database = await ownDatabase(inject('admin'))
  const own = await adminClient(database.admin)
  try {
    // This type makes the migration that adds the figures fail, so that contracts can be stored before it runs.
    await own.query('create type public.contract_figures as (id int)')
    await expect(migrate(database.admin, testSecret)).rejects.toThrow('contract_figures')
    const tenants = ['a', 'b', 'c'].map((name) => ({ name, id: crypto.randomUUID() }))
    const one = (list: readonly string[]) => `(array['${list.join("','")}'])[1 + (n * 7) % ${list.length}]`
    for (const [index, { name, id }] of tenants.entries()) {
      await own.query(`select set_config('app.tenant_id', $1, false)`, [id])
      await own.query('insert into tenants (id, name, subdomain, schema_name) values ($1, $2, $2, $2)', [id, name])
      await own.query(
        `insert into contracts (contract_name, status, paper_cost, contract_type, awarded_date)
         select 'Any', ${one(contractStatuses)}, nullif(n % 5, 0) * 10.01, nullif(${one(['EPC', '', 'Lump sum'])}, 'EPC'),
           case when n % 3 = 0 then date '2025-01-01' end from generate_series(1, $1::int) n`,
        [index * 60],
      )
      await own.query(
        `insert into security_deposits
           (contract_id, instrument_no, deposit_type, status, amount, deposit_submitted_date, deposit_returned_date)
         select id, n, ${one(['EMD', 'Retention'])}, ${one(depositStatuses)}, n + 0.07, '2025-01-01',
           case when n % 2 = 0 then date '2025-01-01' + n end
         from contracts, generate_series(1, 5) n where tenant_id = $1`,
        [id],
      )
      await own.query(`update security_deposits set deleted_at = now() where tenant_id = $1 and instrument_no = '3'`, [
        id,
      ])
      await own.query(
        `update contracts set deleted_at = now() where tenant_id = $1 and not exists
           (select from security_deposits d where d.contract_id = contracts.id and d.deleted_at is null)`,
        [id],
      )
    }
    await own.query('drop type public.contract_figures')
    const door = await openDoor(await migrate(database.admin, testSecret), 1)
    for (const { id } of tenants) {
      const shown = await door.inTenant(id, null, kpis)
      expect(shown).toMatchObject(await recount(own, id))
    }
    expect((await door.inTenant(tenants[2]?.id ?? '', null, kpis)).total_refunded).toBeGreaterThan(0)
    await door.close()
  } finally {
    await own.end()
    await database.stop()
  }
})

test('a write reads no table in full, even if the tables were small when the connection was opened', async () => {
  const database = await ownDatabase(inject('admin'))
  const own = await adminClient(database.admin)
  const door = await openDoor(await migrate(database.admin, testSecret), 1)
  const id = crypto.randomUUID()
  const rowsRead = async (db: Db) => {
    const counted = await sql<{ rows: number }>`select sum(seq_tup_read) as rows
      from pg_stat_xact_user_tables where relname in ('contracts', 'security_deposits')`.execute(db)
    return counted.rows[0]?.rows ?? NaN
  }
  const store = (db: Db, contract: string, many: number) =>
    sql`insert into security_deposits (contract_id, deposit_type, instrument_no, amount)
      select ${contract}, 'EMD', n, n from generate_series(1, ${many}::int) n`.execute(db)
  const edit = (db: Db) => sql`update security_deposits set amount = amount + 1, status = 'FORFEITED'`.execute(db)
  const move = (db: Db, status: string) => sql`update contracts set status = ${status}`.execute(db)
  try {
    const few = await door.inTenant(id, null, async (db) => {
      await sql`insert into tenants (id, name, subdomain, schema_name) values (${id}, 'a', 'a', 'a')`.execute(db)
      await insertContracts(3, { status: `'DRAFT'` }).execute(db)
      return (await sql<{ id: string }>`select id from contracts`.execute(db)).rows.map((row) => row.id)
    })
    await door.inTenant(id, null, (db) => store(db, few[0] ?? '', 3))
    await own.query('analyze')
    await door.inTenant(id, null, async (db) => {
      await store(db, few[1] ?? '', 1)
      await edit(db)
      await move(db, 'AWARDED')
    })
    await door.inTenant(id, null, (db) => insertContracts(3_000, { status: `'SUBMITTED'` }).execute(db))
    const read = await door.inTenant(id, null, async (db) => {
      const before = await rowsRead(db)
      await store(db, few[2] ?? '', 200)
      await edit(db)
      await move(db, 'COMPLETED')
      return (await rowsRead(db)) - before
    })
    // Each of the two updates reads the rows once, and so do the foreign key checks that they cause.
    expect(read).toBeLessThan(30_000)
  } finally {
    await door.close()
    await own.end()
    await database.stop()
  }
}, 60_000)
