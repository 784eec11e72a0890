import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { adminClient, ownDatabase, type TestDatabase, testSecret } from '../testing/databases.ts'
import { openDoor } from './door.ts'
import { locks } from './locks.ts'
import { migrate, migrations } from './migrate.ts'
import { markRestored, markRestoring } from './restoring.ts'
import { rolesHere } from './role-names.ts'

type Admin = Awaited<ReturnType<typeof adminClient>>

/** Runs `work` against an empty database of its own. */
async function onEmpty<T>(work: (database: TestDatabase, admin: Admin) => Promise<T>): Promise<T> {
  const database = await ownDatabase(inject('admin'))
  const admin = await adminClient(database.admin)
  try {
    return await work(database, admin)
  } finally {
    await admin.end()
    await database.stop()
  }
}
const here = '(select oid from pg_database where datname = current_database())'

/** Polls until the query answers a row, and returns it. */
async function eventually(admin: Admin, question: string) {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(10)) {
    const { rows } = await admin.query(question)
    if (rows.length > 0) return rows[0]
  }
  throw new Error(`not in time: ${question}`)
}

const steps = async (admin: Admin) =>
  (await admin.query('select name, run_at::text from app.migrations order by name')).rows

describe('migrating', () => {
  test('runs every step in order, and a second run changes nothing', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      await migrate(connection, testSecret)
      const first = await steps(admin)
      expect(first.map((step) => step.name)).toEqual(migrations)
      const shape = `select count(*) || ' ' || max(oid) as seen from pg_class`
      const before = (await admin.query(shape)).rows
      await migrate(connection, testSecret)
      expect(await steps(admin)).toEqual(first)
      expect((await admin.query(shape)).rows).toEqual(before)
    }))

  test('three times at once has the effect of once', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      const logins = await Promise.all(Array.from({ length: 3 }, () => migrate(connection, testSecret)))
      expect(new Set(logins.map((login) => JSON.stringify(login))).size).toBe(1)
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations)
    }))

  test('refuses a database that a newer server has migrated, in one sentence', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      await migrate(connection, testSecret)
      await admin.query(`insert into app.migrations (name) values ('9999_of_tomorrow.sql')`)
      const refused = migrate(connection, testSecret)
      await expect(refused).rejects.toThrow(StartError)
      await expect(refused).rejects.toThrow(
        'The database is newer than this server: it already has 9999_of_tomorrow.sql.',
      )
    }))

  test('resumes at the step that failed, of which nothing was stored', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      // The third step will stumble over this type.
      await admin.query('create type public.security_deposits as (id int)')
      await expect(migrate(connection, testSecret)).rejects.toThrow()
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations.slice(0, 2))
      await admin.query('drop type public.security_deposits')
      await migrate(connection, testSecret)
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations)
    }))

  test('up to a step leaves the later steps to a later run', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      await migrate(connection, testSecret, { upTo: migrations[1] })
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations.slice(0, 2))
      await migrate(connection, testSecret)
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations)
    }))

  test('waits for a backup that reads the tables, but only if a step is pending', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      await migrate(connection, testSecret, { upTo: migrations[0] })
      await admin.query(`select pg_advisory_lock_shared(${locks.reading})`)
      await migrate(connection, testSecret, { upTo: migrations[0] })
      const forward = migrate(connection, testSecret)
      await eventually(admin, `select from pg_locks where locktype = 'advisory' and not granted and database = ${here}`)
      expect(await steps(admin)).toHaveLength(1)
      await admin.query(`select pg_advisory_unlock_shared(${locks.reading})`)
      await forward
      expect(await steps(admin)).toHaveLength(migrations.length)
    }))

  test('refuses a database whose restore was cut short, except for the restore itself', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      await markRestoring(admin)
      await migrate(connection, testSecret, { isRestore: true })
      await expect(migrate(connection, testSecret)).rejects.toThrow(StartError)
      await expect(migrate(connection, testSecret)).rejects.toThrow('A restore into this database was cut short')
      await markRestored(admin)
      await migrate(connection, testSecret)
    }))

  test('gives a login that only this installation can derive', () =>
    onEmpty(async ({ admin: connection }) => {
      const first = await migrate(connection, testSecret)
      const door = await openDoor(first, 1)
      expect(await door.isReady()).toBe(true)
      await door.close()
      const second = await migrate(connection, `${testSecret} of somebody else`)
      expect(second.password).not.toBe(first.password)
      expect(second.user).toBe(first.user)
    }))

  test('refuses a database that is not UTF8', async () => {
    const admin = await adminClient(inject('admin'))
    const name = `test_latin_${process.pid}`
    await admin.query(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    const cluster = inject('admin')
    const url = cluster.connectionString?.replace(/\/[^/?]+(\?|$)/, `/${name}$1`)
    const refused = migrate(url ? { connectionString: url } : { ...cluster, database: name }, testSecret)
    await expect(refused).rejects.toThrow('The database must have the encoding UTF8.')
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
})

/** Stops in the last command of a step until the holder of the lock releases it. */
const trap = `
  create schema trap;
  create table trap.commands (step int, command int);
  create table trap.place (step int, command int);
  create function trap.stand() returns event_trigger language plpgsql security definer as $$
  declare
    at_command int := coalesce(nullif(current_setting('trap.command', true), ''), '0')::int + 1;
    at_step int := (select count(*) from app.migrations);
  begin
    if current_setting('role') not like 'plinth\\_%\\_owner' then return; end if;
    perform set_config('trap.command', at_command::text, true);
    insert into trap.commands values (at_step, at_command);
    if exists (select from trap.place where (step, command) = (at_step, at_command)) then
      perform pg_advisory_lock_shared(4711);
    end if;
  end $$;
  create event trigger trap on ddl_command_end execute function trap.stand()`

describe('a migration step that is killed', () => {
  let lastCommands: number[]
  let database: TestDatabase
  let admin: Admin
  beforeAll(async () => {
    lastCommands = await onEmpty(async ({ admin: connection }, scratch) => {
      await migrate(connection, testSecret, { upTo: '0000' })
      await scratch.query(trap)
      await migrate(connection, testSecret)
      const found = await scratch.query('select max(command) as last from trap.commands group by step order by step')
      return found.rows.map(({ last }) => last)
    })
    database = await ownDatabase(inject('admin'))
    await migrate(database.admin, testSecret, { upTo: '0000' })
    admin = await adminClient(database.admin)
    await admin.query(trap)
    await admin.query('select pg_advisory_lock(4711)')
  })
  afterAll(async () => {
    await admin.end()
    await database.stop()
  })

  /** The OIDs of every table and function. */
  const shape = async () =>
    (await admin.query(`select array(select oid from pg_class union all select oid from pg_proc order by 1) as there`))
      .rows
  const standing = `select l.pid from pg_locks l where l.locktype = 'advisory' and l.objid = 4711 and not l.granted and l.database = ${here}`
  async function standIn(step: number): Promise<void> {
    await admin.query('delete from trap.place')
    await admin.query('insert into trap.place values ($1, $2)', [step, lastCommands[step]])
  }

  test('exists for every migration', () => expect(lastCommands).toHaveLength(migrations.length))

  test.each(migrations.map((name, step) => ({ name, step })))(
    '$name, whose backend is ended at its last command, leaves nothing and runs again',
    async ({ name, step }) => {
      const before = await shape()
      await standIn(step)
      const ended = migrate(database.admin, testSecret, { upTo: name }).then(
        () => 'done',
        () => 'ended',
      )
      const { pid } = await eventually(admin, standing)
      await admin.query('select pg_terminate_backend($1)', [pid])
      expect(await ended).toBe('ended')
      expect((await steps(admin)).map((done) => done.name)).toEqual(migrations.slice(0, step))
      expect(await shape()).toEqual(before)
      await admin.query('delete from trap.place')
      await migrate(database.admin, testSecret, { upTo: name })
      expect((await steps(admin)).map((done) => done.name)).toEqual(migrations.slice(0, step + 1))
    },
  )

  test('after its last command, before it is recorded, leaves nothing either', () =>
    onEmpty(async ({ admin: connection }, own) => {
      await migrate(connection, testSecret, { upTo: migrations[0] })
      await own.query(`create function stand() returns trigger language plpgsql as $$
        begin perform pg_advisory_lock_shared(4711); return new; end $$;
        create trigger stand before insert on app.migrations for each row execute function stand();
        select pg_advisory_lock(4711)`)
      const ended = migrate(connection, testSecret).then(
        () => 'done',
        () => 'ended',
      )
      const { pid } = await eventually(own, standing)
      await own.query('select pg_terminate_backend($1)', [pid])
      expect(await ended).toBe('ended')
      expect(await steps(own)).toHaveLength(1)
      expect((await own.query(`select to_regclass('public.contracts') as there`)).rows).toEqual([{ there: null }])
      await own.query('drop trigger stand on app.migrations')
      await migrate(connection, testSecret)
      expect(await steps(own)).toHaveLength(migrations.length)
    }))

  test('with its whole process leaves the database at the step before it, without a lock', async () => {
    const last = migrations.length - 1
    const folder = mkdtempSync(join(tmpdir(), 'plinth-killed-'))
    await onEmpty(async ({ admin: connection }, own) => {
      await migrate(connection, testSecret, { upTo: migrations[last - 1] })
      await own.query(trap)
      await own.query('insert into trap.place values ($1, $2)', [last, lastCommands[last]])
      await own.query('select pg_advisory_lock(4711)')
      const { user = '', password = '', host = '', database: name, connectionString } = connection
      const url = `postgresql://${user}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(host)}`
      const server = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
        env: {
          DATABASE_URL: connectionString ?? url,
          SESSION_SECRET: testSecret,
          DATA_DIR: folder,
          PORT: '0',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        },
        stdio: 'ignore',
      })
      await eventually(own, standing)
      server.kill('SIGKILL')
      await once(server, 'exit')
      expect(await steps(own)).toHaveLength(last)
      await own.query('delete from trap.place')
      // The lock that the killed process waited for is never released.
      await migrate(connection, testSecret)
      expect(await steps(own)).toHaveLength(migrations.length)
    })
    rmSync(folder, { recursive: true })
  })
})

describe('the door', () => {
  let database: TestDatabase
  let admin: Admin
  let login: Awaited<ReturnType<typeof migrate>>
  beforeAll(async () => {
    database = await ownDatabase(inject('admin'))
    login = await migrate(database.admin, testSecret)
    admin = await adminClient(database.admin)
  })
  afterAll(async () => {
    await admin.end()
    await database.stop()
  })

  const refusal = 'The database login could pass row-level security by: not starting.'
  test('does not open for a superuser', async () => {
    await expect(openDoor(database.admin, 1)).rejects.toThrow(StartError)
    await expect(openDoor(database.admin, 1)).rejects.toThrow(refusal)
  })

  test.each([
    ['bypasses row-level security', 'alter role % bypassrls', 'alter role % nobypassrls'],
    ['is a superuser', 'alter role % superuser', 'alter role % nosuperuser'],
    ['owns a table', 'create table mine (id int); alter table mine owner to %', 'drop table mine'],
    ['is the owner of the tables in disguise', 'grant @ to %', 'revoke @ from %'],
  ])('does not open for a login that %s', async (_, give, take) => {
    const { owner, login: name } = await rolesHere(admin)
    const statementFor = (statement: string) => statement.replace('%', name).replace('@', owner)
    await admin.query(statementFor(give))
    try {
      await expect(openDoor(login, 1)).rejects.toThrow(refusal)
    } finally {
      await admin.query(statementFor(take))
    }
    const door = await openDoor(login, 1)
    await door.close()
  })
})
