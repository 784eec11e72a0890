import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deposit as depositSchema, depositStatuses } from '@plinth/api/deposits/deposits'
import { auditedRecords } from '@plinth/api/entities'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { moduleNames } from '@plinth/api/kernel/permissions'
import { auditActions } from '@plinth/api/platform/audit-trail'
import { contactStates } from '@plinth/api/platform/contact'
import { contractDeposit, searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { contract as contractSchema, contractStatuses, filterContracts } from '@plinth/api/tenders/contracts'
import { projectFields, project as projectSchema } from '@plinth/api/works/projects'
import { taskPriorities, task as taskSchema, taskStatuses } from '@plinth/api/works/tasks'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../deposits/deposits/deposits.factory.ts'
import { type Roles, rolesHere } from '../kernel/db/role-names.ts'
import { adminClient, ownDatabase } from '../kernel/testing/databases.ts'
import { rightsIn } from '../kernel/testing/rights.ts'
import { schemaText } from '../kernel/testing/schema-text.ts'
import { referred as referredTables } from '../platform/audit-trail/readers.rules.ts'
import { newContract } from '../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer } from '../testing/test-server.ts'
import { newProject } from '../works/projects/projects.factory.ts'
import { newTask } from '../works/tasks/tasks.factory.ts'

/** Checks the catalogue of the migrated database, so that a new table is covered from the start. */

const notOfATenant: Record<string, string> = {
  tenants: 'the tenants themselves: a row is its own tenant, and its policy says so',
  modules: 'one list for the whole installation, read-only for the server',
  login_attempts: 'the name tried may belong to nobody; only functions of the owner reach it',
  contact_messages: 'visitors are of no company; only functions of the owner and an operator’s call reach it',
  deadline_changes: 'empty between transactions; only functions of the owner reach it',
  rules: 'shipped with the product, the same for everybody, read-only for the server',
  sign_in_letters: 'mailed by the installation, whosever they are; only functions of the owner reach it',
}

/** Changes in these tables are recorded in the trail of other records, or are nobody's action. */
const withoutTrail: Record<string, string> = {
  access_versions: 'count changes of other records',
  audit_entries: 'the trail itself',
  audit_seals: 'the trail itself',
  audit_takeovers: 'the trail itself',
  bill_items: 'follow from bills',
  bill_lines: 'follow from bills',
  bill_sheets: 'the trail of their bill tells which sheets came in and went out',
  contact_messages: 'of no company',
  contract_figures: 'follow from contracts',
  contract_import_failures: 'rows that were not stored',
  deadline_changes: 'follow from records',
  deadlines: 'follow from records',
  deposit_figures: 'follow from deposits',
  deposit_states: 'follow from records',
  document_uploads: 'files that are not stored yet',
  happenings: 'follow from what the trail tells',
  idempotency_keys: 'follow from creates',
  item_totals: 'follow from lines of the measurement book',
  known_devices: 'follow from signing in',
  list_columns: 'how a person likes a list',
  list_views: 'how a person likes a list',
  list_view_shares: 'an address of filters that is shown to others, and gives nobody a right',
  login_attempts: 'of no company: the log tells of them',
  mail_starts: 'when a company was first mailed, which changes no record',
  mails: 'follow from duties, and are gone within days',
  notification_settings: 'what a person wants to be mailed',
  notifications: 'what people were told of the records, which have a trail of their own',
  password_links: 'told as what is done about the person',
  pictures_due: 'follow from documents',
  reminder_firings: 'follow from rules and records',
  reminder_runs: 'when reminders were made last',
  rules: 'of no company: they come with a release',
  sign_in_letters: 'follow from what the trail tells',
  site_changes: 'follow from what they did to tasks',
  status_changes: 'follow from the records whose status they tell',
  watchers: 'what a person wants to be told, and gives nobody a right',
}

/** Audited records refer to these tables, but are not shown with their names. */
const notCalledByName: Record<string, string> = {
  contract_imports: 'told by the id of the upload, which has an entry of its own',
  measurement_lines: 'told by its id, as the line that another sets right',
  measurement_sheets: 'lines are called by the sheet that they are on',
  rules: 'called by its kind, as the entry itself is',
  tenants: 'the company whose trail it is',
}

/**
 * The tables that operators' calls read across companies, under a role that the server assumes for that statement only.
 */
const readAcross = ['users', 'roles', 'role_permissions', 'user_roles']

let admin: Awaited<ReturnType<typeof adminClient>>
let roles: Roles
beforeAll(async () => {
  admin = await adminClient(inject('admin'))
  roles = await rolesHere(admin)
})
afterAll(() => admin.end())

async function rows<Row>(text: string): Promise<Row[]> {
  const found = await admin.query(text)
  return found.rows
}
const names = async (text: string) => (await rows<{ name: string }>(text)).map((row) => row.name)

const tables = () =>
  names(`select relname as name from pg_class where relkind in ('r', 'p')
  and relnamespace = 'public'::regnamespace order by relname`)
const listed = Object.keys(notOfATenant)
  .map((name) => `'${name}'`)
  .join(', ')
const ofTenants = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not in (${listed})`

describe('every table', () => {
  test('has a tenant_id that cannot be empty, or is on the list of those without', async () => {
    const withTenant = await names(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attname = 'tenant_id' and a.attnotnull and a.atttypid = 'uuid'::regtype order by 1`)
    const all = await tables()
    expect(all.length).toBeGreaterThan(10)
    expect(withTenant).toEqual(all.filter((name) => !(name in notOfATenant)))
    expect(all).toEqual(expect.arrayContaining(Object.keys(notOfATenant)))
  })

  test('of a tenant has tenant_id first in its primary key, every unique key and every index', async () => {
    const wrong = await names(`select i.indexrelid::regclass::text as name from pg_index i
      join pg_class c on c.oid = i.indrelid
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where ${ofTenants} and a.attname is distinct from 'tenant_id'`)
    expect(wrong).toEqual([])
    const keyless = await names(`select c.relname as name from pg_class c where ${ofTenants}
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`)
    expect(keyless).toEqual([])
  })

  test('of a tenant forces row-level security with one policy that checks the tenant for reading and writing', async () => {
    const secured = await rows(`select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
      array(select p.cmd || ' ' || p.qual || coalesce(' / ' || p.with_check, '') || ' ' || p.roles::text from pg_policies p
        where p.schemaname = 'public' and p.tablename = c.relname order by p.policyname) as policies
      from pg_class c where ${ofTenants} order by 1`)
    const expected = (await tables()).filter((name) => !(name in notOfATenant))
    const own = 'ALL (tenant_id = app.tenant_id()) / (tenant_id = app.tenant_id()) {public}'
    const across = `SELECT true {${roles.platform}}`
    const policies = (name: string) => (readAcross.includes(name) ? [across, own] : [own])
    expect(secured).toEqual(expected.map((name) => ({ name, forced: true, policies: policies(name) })))
  })

  test('that refers to another table of tenants does so within the tenant', async () => {
    const keys = await rows<{ name: string }>(`select k.conname as name, c.relname as "from", f.relname as "to"
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_attribute near on near.attrelid = c.oid and near.attnum = k.conkey[1]
      join pg_attribute far on far.attrelid = f.oid and far.attnum = k.confkey[1]
      where k.contype = 'f' and ${ofTenants} and f.relname not in (${listed})
      and (near.attname <> 'tenant_id' or far.attname <> 'tenant_id' or cardinality(k.conkey) < 2)`)
    expect(keys).toEqual([])
    const composite = await names(
      `select conname as name from pg_constraint where contype = 'f' and cardinality(conkey) > 1`,
    )
    expect(composite.length).toBeGreaterThan(8)
  })

  test('audits every row that is created, changed or removed, or is on the list of those that do not', async () => {
    const audited = await rows<{ name: string; watches: string }>(`select c.relname as name,
      string_agg(t.tgname, ' ' order by t.tgname) as watches from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname like 'z_audit_%' and t.tgenabled = 'O' group by 1 order by 1`)
    expect(audited.map(({ name }) => name)).toEqual((await tables()).filter((name) => !(name in withoutTrail)))
    for (const { watches } of audited) expect(watches).toBe('z_audit_changed z_audit_gone z_audit_made')
    expect(Object.keys(auditedRecords).toSorted()).toEqual(audited.map(({ name }) => name))
  })

  test('that an audited record refers to has names in the trail, or is on the list of those without', async () => {
    const referred = await names(`select distinct f.relname as name from pg_constraint k
      join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'z_audit_changed' where k.contype = 'f' order by 1`)
    expect(referred).toEqual(Object.keys({ ...referredTables, ...notCalledByName }).toSorted())
  })

  test('of the trail can only be read by the server, and no function it may call changes an entry', async () => {
    const privileges = await rows(`select table_name as name, string_agg(privilege_type, ' ' order by 1) as may
      from information_schema.role_table_grants where grantee in ('${roles.app}', '${roles.platform}')
      and table_name like 'audit_%' group by 1 order by 1`)
    expect(privileges).toEqual([
      { name: 'audit_entries', may: 'SELECT' },
      { name: 'audit_seals', may: 'SELECT' },
      { name: 'audit_takeovers', may: 'SELECT' },
    ])
    expect(
      await names(`select p.proname as name from pg_proc p where p.pronamespace = 'app'::regnamespace
      and p.proname = 'note' and has_function_privilege('${roles.app}', p.oid, 'execute')`),
    ).toEqual([])
  })

  test('is owned by the role that cannot log in', async () => {
    const owners = await names(`select distinct o.rolname || ' ' || o.rolcanlogin as name from pg_class c
      join pg_roles o on o.oid = c.relowner where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    expect(owners).toEqual([`${roles.owner} false`])
  })
})

describe('the tenants table', () => {
  test('shows the server its own row only, and an operator every one', async () => {
    const policies = await rows(`select policyname, cmd, qual, with_check, roles::text from pg_policies
      where tablename = 'tenants' order by policyname`)
    const own = '(id = app.tenant_id())'
    expect(policies).toEqual([
      { policyname: 'lookup', cmd: 'SELECT', qual: 'true', with_check: null, roles: `{${roles.owner}}` },
      { policyname: 'platform', cmd: 'SELECT', qual: 'true', with_check: null, roles: `{${roles.platform}}` },
      { policyname: 'tenant', cmd: 'ALL', qual: own, with_check: own, roles: '{public}' },
    ])
  })
})

const login = () => `'${inject('login').user}'`

describe("the server's login", () => {
  test('is no superuser, bypasses nothing, creates no roles or databases and is not a member of the owner', async () => {
    expect(
      await rows(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication,
        pg_has_role(rolname, '${roles.owner}', 'member') as owner, pg_has_role(rolname, '${roles.app}', 'usage') as app
        from pg_roles where rolname = ${login()}`),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        owner: false,
        app: true,
      },
    ])
  })

  test('owns nothing, nor does the role it belongs to', async () => {
    const owned = await names(`select classid::regclass || ' ' || objid as name from pg_shdepend d
      join pg_roles r on r.oid = d.refobjid where d.deptype = 'o' and r.rolname in (${login()}, '${roles.app}')`)
    expect(owned).toEqual([])
  })

  test('may not touch failed sign-ins, change modules, create tables or read the migrations', async () => {
    const [may] = await rows(`select has_table_privilege(${login()}, 'login_attempts',
      'select, insert, update, delete, truncate, references, trigger') as attempts,
      has_table_privilege(${login()}, 'modules', 'insert, update, delete, truncate') as modules,
      has_schema_privilege(${login()}, 'public', 'create') as "create",
      has_table_privilege(${login()}, 'app.migrations', 'select, insert, update, delete') as migrations`)
    expect(may).toEqual({ attempts: false, modules: false, create: false, migrations: false })
  })

  test('can delete no business record, only mark it as deleted', async () => {
    const deletable = await names(`select c.relname as name from pg_class c where c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace and has_table_privilege(${login()}, c.oid, 'delete') order by 1`)
    expect(deletable).toEqual([
      'bill_sheets',
      'contract_import_failures',
      'document_uploads',
      'happenings',
      'idempotency_keys',
      'list_columns',
      'list_view_shares',
      'list_views',
      'mails',
      'notifications',
      'pictures_due',
      'profile_images',
      'reminder_firings',
      'role_permissions',
      'second_factors',
      'site_changes',
      'user_roles',
      'watchers',
    ])
  })

  test('can truncate nothing', async () => {
    const emptied = await names(`select c.relname as name from pg_class c where c.relkind = 'r'
      and c.relnamespace = 'public'::regnamespace and has_table_privilege(${login()}, c.oid, 'truncate')`)
    expect(emptied).toEqual([])
  })
})

describe('every right in the database', () => {
  test('is on the written list: tables, columns, functions, sequences, schemas, the database, roles', async () => {
    const written = readFileSync(join(import.meta.dirname, '../kernel/db/rights.txt'), 'utf8')
    expect(written, 'looked through line by line, `npm run schema` writes it').toBe(await rightsIn(admin))
  })

  test('to a later object is granted by the migration that creates it; until then only its owner has rights', async () => {
    const makings = `create function app.newborn() returns int language sql return 1;
      create procedure public.newborn() language sql as '';
      create table public.newborn (id int generated always as identity)`
    const before = await rightsIn(admin)
    await admin.query(`begin; set local role ${roles.owner}; ${makings}; reset role`)
    const after = await rightsIn(admin)
    await admin.query('rollback')
    expect(after).toBe(before)
  })
})

describe('every function', () => {
  test('that a trigger or a migration calls may be called by its owner only', async () => {
    const open = await names(`select p.oid::regprocedure::text as name from pg_proc p cross join pg_roles r
      where pronamespace in ('app'::regnamespace, 'public'::regnamespace) and (prorettype = 'trigger'::regtype or prokind = 'p')
      and r.rolname in ('${roles.app}', '${roles.platform}', ${login()}) and has_function_privilege(r.oid, p.oid, 'execute')`)
    expect(open).toEqual([])
  })

  test('that a trigger calls as the owner works on tables of the product only', async () => {
    const anywhere = await names(`select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace in ('app'::regnamespace, 'public'::regnamespace) and prorettype = 'trigger'::regtype and prosecdef
      and prosrc !~ $$\n *begin\n +if tg_table_schema <> 'public' then raise$$ `)
    expect(anywhere).toEqual([])
  })

  test('that runs as its owner pins its search path, with the temporary schema last', async () => {
    const definers = await rows<{ name: string; config: string[] | null }>(`select proname as name, proconfig as config
      from pg_proc where prosecdef and pronamespace in ('app'::regnamespace, 'public'::regnamespace)`)
    expect(definers.length).toBeGreaterThan(3)
    for (const { name, config } of definers) expect(config, name).toContain('search_path=pg_catalog, public, pg_temp')
  })

  test('is closed to everybody but the server', async () => {
    const open = await names(`select p.oid::regprocedure::text as name from pg_proc p
      where pronamespace in ('app'::regnamespace, 'public'::regnamespace)
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`)
    expect(open).toEqual([])
  })
})

describe('the value lists of the wire', () => {
  const lists: [table: string, column: string, values: readonly string[]][] = [
    ['contracts', 'status', contractStatuses],
    ['security_deposits', 'status', depositStatuses],
    ['projects', 'status', projectFields.status.options],
    ['tasks', 'status', taskStatuses],
    ['contact_messages', 'state', contactStates],
    ['audit_entries', 'action', auditActions],
    ['tasks', 'priority', taskPriorities],
  ]
  test.each(lists)('of %s.%s equal those of the database', async (table, column, values) => {
    const [check] = await rows<{ source: string }>(`select pg_get_constraintdef(k.oid) as source from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'c' and k.conrelid = '${table}'::regclass and a.attname = '${column}'
      and pg_get_constraintdef(k.oid) like '%ARRAY%'`)
    const stored = [...(check?.source ?? '').matchAll(/'([A-Z_]+)'/g)].map(([, value]) => value)
    expect(stored.sort()).toEqual([...values].sort())
  })

  test('of modules equal those of the permissions', async () => {
    expect(await names('select key as name from modules where built_in order by id')).toEqual([...moduleNames])
  })
})

test('schema.sql is the schema after every migration', async () => {
  // A copy, because tests that run beside this one add triggers to the database that they share.
  const copy = await ownDatabase(inject('admin'), inject('migrated'))
  const client = await adminClient(copy.admin)
  const written = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
  const current = await schemaText(client)
  await client.end()
  await copy.stop()
  expect(written, '`npm run schema` writes it').toBe(current)
})

describe('the code', () => {
  test('maps every field of every entity to an existing column, and can sort by each', async () => {
    const server = await startTestServer()
    try {
      const by = await (await newCompany(server)).as()
      const contract = await newContract(by)
      const project = await newProject(by)
      const answers: [object, { shape: object }][] = [
        [contract, contractSchema],
        [await newDeposit(by, contract.id), depositSchema],
        [project, projectSchema],
        [await newTask(by, project.id), taskSchema],
      ]
      for (const [answer, { shape }] of answers) expect(Object.keys(answer).sort()).toEqual(Object.keys(shape).sort())
      const searches: [Endpoint, object][] = [
        [filterContracts, contractSchema.shape],
        [searchContractDeposits, contractDeposit.shape],
      ]
      for (const [search, shape] of searches)
        for (const field of Object.keys(shape))
          expect((await by.sendCall(search, { body: { sort: { field } } })).status, `${search.path} ${field}`).toBe(200)
    } finally {
      await server.stop()
    }
  })
})
