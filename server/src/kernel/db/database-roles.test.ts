import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { adminClient, boundAdmin, ownDatabase, type TestDatabase, testSecret } from '../testing/databases.ts'
import { installAsBefore, lastShared } from '../testing/legacy-installation.ts'
import { rightsIn } from '../testing/rights.ts'
import { openDoor } from './door.ts'
import { migrate, migrations } from './migrate.ts'
import { rolesHere } from './role-names.ts'

type Admin = Awaited<ReturnType<typeof adminClient>>

const databases: TestDatabase[] = []
const clients: Admin[] = []
afterAll(async () => {
  for (const client of clients) await client.end()
  for (const { stop } of databases) await stop()
})

/** A connection that ends with the suite. */
async function connected(config: pg.ClientConfig): Promise<Admin> {
  const client = await adminClient(config)
  clients.push(client)
  return client
}

/** Ends a connection before the suite does, for a step that needs nobody connected. */
async function disconnected(client: Admin): Promise<void> {
  clients.splice(clients.indexOf(client), 1)
  await client.end()
}

/** Creates a database of the cluster, as a copy of `template` if it is named, and connects as superuser. */
async function newDatabase(template?: string) {
  const database = await ownDatabase(inject('admin'), template)
  databases.push(database)
  return { ...database, root: await connected(database.admin) }
}

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'done',
    (error: pg.DatabaseError) => error.code,
  )
const refused = '42501'

/** The rights of a database that was migrated from the start by today's migrations. */
async function rightsOfToday(): Promise<string> {
  const client = await adminClient({ ...inject('admin'), database: inject('migrated') })
  const rights = await rightsIn(client)
  await client.end()
  return rights
}

describe('two installations on one cluster, each with an administrator who may create roles', () => {
  const sides: { login: pg.ClientConfig; admin: pg.ClientConfig; name: string; client: Admin; root: Admin }[] = []
  beforeAll(async () => {
    for (const secret of [testSecret, `${testSecret} of the other`]) {
      const { root, name, admin: superuser } = await newDatabase()
      const admin = await boundAdmin(superuser)
      const login = await migrate(admin, secret)
      sides.push({ login, admin, name, root, client: await connected(login) })
    }
  })
  const pairs = () => sides.map((one, at) => ({ one, other: sides[1 - at] ?? one }))

  test('serve with one login each', async () => {
    expect(new Set(sides.map(({ login }) => login.user)).size).toBe(2)
    for (const { login } of sides) {
      const door = await openDoor(login, 1)
      await door.close()
    }
  })

  test('give neither login a connection to the other database', async () => {
    for (const { one, other } of pairs())
      expect(await codeOf(adminClient({ ...one.login, database: other.name }))).toBe(refused)
  })

  test('let neither login nor administrator take on a role of the other', async () => {
    for (const { one, other } of pairs())
      for (const role of Object.values(await rolesHere(other.root))) {
        expect(await codeOf(one.client.query(`set role ${role}`)), role).toBe(refused)
        const admin = await adminClient(one.admin)
        for (const attempt of [`set role ${role}`, `grant ${role} to current_user`, `alter role ${role} password 'x'`])
          expect(await codeOf(admin.query(attempt)), attempt).toBe(refused)
        await admin.end()
      }
  })

  test('hide every row from the login of the other, even if it could connect', async () => {
    for (const { one, other } of pairs()) {
      await other.root.query(`grant connect on database ${other.name} to ${one.login.user}`)
      const inside = await adminClient({ ...one.login, database: other.name })
      for (const read of [
        'select from tenants',
        'select from contracts',
        'select app.operator_tenant()',
        'select app.companies()',
      ])
        expect(await codeOf(inside.query(read)), read).toBe(refused)
      await inside.end()
      await other.root.query(`revoke connect on database ${other.name} from ${one.login.user}`)
    }
  })

  test('let nobody but the owner create anything in the database', async () => {
    for (const { client } of sides)
      for (const make of ['create temp table t (id int)', 'create table public.t (id int)', 'create schema s'])
        expect(await codeOf(client.query(make)), make).toBe(refused)
  })

  test('keep their roles when a database is renamed', async () => {
    const [{ root, name, client, admin } = expect.fail()] = sides
    await disconnected(client)
    const before = await rolesHere(root)
    await disconnected(root)
    const cluster = await adminClient(inject('admin'))
    await cluster.query(`alter database ${name} rename to ${name}_renamed`)
    const login = await migrate({ ...admin, database: `${name}_renamed` }, testSecret)
    expect(login.user).toBe(before.login)
    await cluster.query(`alter database ${name}_renamed rename to ${name}`)
    await cluster.end()
  })
})

describe('an installation with roles of the whole cluster', () => {
  /** Installs this level, with a company. */
  async function former(level: string) {
    const { admin, root, name, stop } = await newDatabase()
    const login = await installAsBefore(root, level)
    await root.query("insert into tenants (name, subdomain, schema_name) values ('Deccan', 'deccan', 'deccan')")
    return { admin, root, name, login: { ...admin, ...login }, stop }
  }
  const companiesAs = async (login: pg.ClientConfig) => {
    const client = await adminClient(login)
    try {
      return (await client.query('select count(*)::int as found from app.search_tenant_names($1) name', ['%'])).rows[0]
        .found
    } finally {
      await client.end()
    }
  }
  const rolesLike = async (root: Admin, name: string) =>
    (await root.query('select from pg_roles where rolname like $1', [name])).rowCount

  test.each(migrations.filter((name) => name <= lastShared))(
    'at %s gets the rights of a new installation',
    async (level) => {
      const { admin, root, login } = await former(level)
      await migrate(admin, testSecret)
      expect(await rightsIn(root)).toBe(await rightsOfToday())
      const { rows } = await root.query(`select proname as name from pg_proc
      where coalesce(pg_get_function_sqlbody(oid), prosrc) ~ '\\mplinth_(owner|app|platform)\\M'`)
      expect(rows).toEqual([])
      expect(await rolesLike(root, login.user)).toBe(0)
    },
  )

  test('leaves its neighbour unchanged, and the last to move drops the old roles', async () => {
    const [first, second] = [await former(lastShared), await former(lastShared)]
    expect(await companiesAs({ ...first.login, database: second.name })).toBe(1)
    await migrate(first.admin, testSecret)
    expect(await companiesAs(second.login)).toBe(1)
    expect(await rolesLike(first.root, 'plinth\\_app')).toBe(1)
    expect(await codeOf(adminClient({ ...second.login, database: first.name }))).toBe(refused)
    expect(await companiesAs(await migrate(second.admin, testSecret))).toBe(1)
    expect(await rolesLike(first.root, 'plinth\\_app')).toBe(0)
  })

  test('stays as it was when the move is interrupted, and a later move completes', async () => {
    const { admin, root, login } = await former(lastShared)
    const before = await rightsIn(root)
    await root.query(`create function public.stop() returns event_trigger language plpgsql as $$
      begin raise exception 'cut short'; end $$;
      create event trigger cut on ddl_command_end when tag in ('ALTER POLICY') execute function public.stop()`)
    await expect(migrate(admin, testSecret)).rejects.toThrow('cut short')
    await root.query('drop event trigger cut; drop function public.stop()')
    expect(await rightsIn(root)).toBe(before)
    expect(await companiesAs(login)).toBe(1)
    expect(await companiesAs(await migrate(admin, testSecret))).toBe(1)
    expect(await rightsIn(root)).toBe(await rightsOfToday())
  })
})

describe('a copy of a database', () => {
  test('gets roles of its own, and the original keeps its roles', async () => {
    const original = await newDatabase()
    const login = await migrate(original.admin, testSecret)
    await disconnected(original.root)
    const copy = await newDatabase(original.name)
    const copied = await migrate(copy.admin, testSecret)
    expect(copied.user).not.toBe(login.user)
    expect(await rightsIn(copy.root)).toBe(await rightsOfToday())
    expect(await codeOf(adminClient({ ...login, database: copy.name }))).toBe(refused)
    expect((await migrate(original.admin, testSecret)).user).toBe(login.user)
    const again = await connected(original.admin)
    expect(await rightsIn(again)).toBe(await rightsOfToday())
  })
})

describe('migrating refuses in one sentence and changes nothing when', () => {
  const messageOf = async (admin: pg.ClientConfig) => {
    const migrating = migrate(admin, testSecret)
    await expect(migrating).rejects.toThrow(StartError)
    return migrating.catch(({ message }: Error) => message)
  }

  test('another role is a member of a role with our name', async () => {
    const { admin, root, name } = await newDatabase()
    const { app } = await rolesHere(root)
    await root.query(`create role ${app}; create role ${name}_bound; grant ${app} to ${name}_bound`)
    expect(await messageOf(admin)).toBe(
      `The role ${app} is for this database alone, and others have a hand in it: rename or drop it.`,
    )
    await root.query(`revoke ${app} from ${name}_bound`)
    await migrate(admin, testSecret)
  })

  test('the schema belongs to another role', async () => {
    const { admin, root } = await newDatabase()
    await root.query('create schema app authorization pg_monitor')
    expect(await messageOf(admin)).toMatch(/^The schema app belongs to pg_monitor, which is no role of this product: /)
  })

  test('the login does not own the database', async () => {
    const { admin, root, name } = await newDatabase()
    const bound = await boundAdmin(admin)
    await root.query(`alter database ${name} owner to current_user; grant create on database ${name} to ${bound.user}`)
    expect(await messageOf(bound)).toMatch(/^The login of DATABASE_URL [^\n]+\.$/)
  })
})
