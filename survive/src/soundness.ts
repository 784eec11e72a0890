import { getKpis } from '@plinth/api/tenders/dashboard'
import { faultsOf as settlementFaults } from '../../server/src/deposits/settlements/settlements.factory.ts'
import { openDoor } from '../../server/src/kernel/db/door.ts'
import { rolesHere } from '../../server/src/kernel/db/role-names.ts'
import { ensureLogin } from '../../server/src/kernel/db/server-login.ts'
import { recount } from '../../server/src/tenders/dashboard/dashboard.factory.ts'
import { sumFaults } from '../../server/src/works/tasks/tasks.factory.ts'
import type { Installation } from './installation.ts'
import type { Desk } from './writers.ts'

/** Checks a database from within, independent of what the product says. */

const amcheck = `
select c.oid::regclass::text || ': ' || coalesce(v.msg, '') as fault from pg_class c, verify_heapam(c.oid) v
  where c.relkind in ('r', 'm') and c.relpersistence = 'p'
union all select bt_index_check(c.oid, true)::text from pg_class c join pg_am a on a.oid = c.relam
  where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'`

/** Every foreign key, as a statement that counts the rows whose parent is missing. */
const foreignKeys = `
select conname as name, format('select count(*)::int as orphans from %s c where %s and not exists (select from %s p where %s)',
  conrelid::regclass, string_agg(format('c.%I is not null', child.attname), ' and '), confrelid::regclass,
  string_agg(format('p.%I = c.%I', parent.attname, child.attname), ' and ')) as sql
from pg_constraint, unnest(conkey, confkey) with ordinality as key (child, parent, at)
join pg_attribute child on true join pg_attribute parent on true
where contype = 'f' and child.attrelid = conrelid and child.attnum = key.child
  and parent.attrelid = confrelid and parent.attnum = key.parent
group by pg_constraint.oid, conname, conrelid, confrelid`

const doubles = `
select 'two deposits ' || instrument_no as fault from security_deposits where instrument_no like $1 || '-%' group by instrument_no having count(*) > 1
union all select 'two tasks ' || title from tasks where title like $1 || '-%' group by title having count(*) > 1
union all select 'two contracts ' || bid_id from contracts where bid_id like $1 || '-%' group by bid_id having count(*) > 1`

/** Runs the product's own checks of a stopped installation; returns the output of those that fail. */
export async function checkFaults(at: Installation): Promise<string[]> {
  const faults: string[] = []
  for (const command of ['verify-documents', 'verify-audit', 'verify-deadlines']) {
    const { code, out, err } = await at.run(command)
    if (code !== 0 || !/ 0 faults\b[^\n]*\n$/.test(out)) faults.push(`${command}: ${code} ${out}${err}`)
  }
  return faults
}

/** Checks every index and table with amcheck, and every foreign key; returns the faults. */
export const structureFaults = (at: Installation): Promise<string[]> =>
  at.asAdmin(async (admin) => {
    await admin.query('create extension if not exists amcheck')
    const checked = await admin
      .query<{ fault: string | null }>(amcheck)
      .catch((error: Error) => ({ rows: [{ fault: `amcheck: ${error.message}` }] }))
    const faults = checked.rows.flatMap(({ fault }) => fault || [])
    const { rows: keys } = await admin.query<{ name: string; sql: string }>(foreignKeys)
    if (keys.length < 20) faults.push(`only ${keys.length} foreign keys were found`)
    for (const { name, sql } of keys) {
      const { rows } = await admin.query<{ orphans: number }>(sql)
      if (rows[0]?.orphans !== 0) faults.push(`${name}: ${rows[0]?.orphans} orphans`)
    }
    return faults
  })

/**
 * Checks that imports are stored whole, creates are done once, and stored figures and sums equal counted ones; returns the
 * faults.
 */
export async function recordFaults(at: Installation, desk: Desk): Promise<string[]> {
  const { company, by } = desk
  const imports = await at.query<{ id: string; name: string; created: number; stored: number }>(
    `select i.id, i.file_name as name, i.created, count(c.id)::int as stored from contract_imports i
      left join contracts c on c.import_id = i.id where i.tenant_id = $1 group by i.id, i.file_name, i.created`,
    [company.id],
  )
  const faults = imports
    .filter(({ id, name, created, stored }) => created !== stored || !desk.mayHaveStored(id, name, stored))
    .map(({ id, name, created, stored }) => `import ${id} (${name}) says ${created} and stored ${stored}`)
  const ids = new Set(imports.map(({ id }) => id))
  faults.push(...desk.imports.filter(({ run }) => !ids.has(run.id)).map(({ run }) => `import ${run.id} is gone`))
  faults.push(...(await at.query<{ fault: string }>(doubles, [desk.mark])).map(({ fault }) => fault))

  await at.asAdmin(async (admin) => {
    const [maintained, counted] = [await by.ok(getKpis, { body: {} }), await recount(admin, company.id)]
    if (JSON.stringify(sorted(maintained)) !== JSON.stringify(sorted(counted)))
      faults.push(`figures kept ${JSON.stringify(maintained)}, counted ${JSON.stringify(counted)}`)
    faults.push(...(await settlementFaults(admin, company.id)))
    const login = await ensureLogin(admin, await rolesHere(admin), at.sessionSecret())
    const door = await openDoor({ ...at.adminConnection(), ...login }, 1)
    try {
      faults.push(...(await door.inTenant(company.id, null, (db) => sumFaults(db))))
    } finally {
      await door.close()
    }
  })
  return faults
}

const sorted = (figures: object) => Object.fromEntries(Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1)))
