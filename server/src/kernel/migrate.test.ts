import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { StartError } from './config.ts'
import { migrate, migrations } from './migrate.ts'
import { openDoor } from './tenancy.ts'
import { adminClient, ownDatabase, type TestDatabase, testSecret } from './testing.ts'

type Admin = Awaited<ReturnType<typeof adminClient>>

/** Runs against an empty database of its own. */
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

  test('three times at once is the same as once', () =>
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

  test('that is interrupted in a step leaves nothing of that step, and goes on from there', () =>
    onEmpty(async ({ admin: connection }, admin) => {
      // The third step will stumble over this type.
      await admin.query('create type public.security_deposits as (id int)')
      await expect(migrate(connection, testSecret)).rejects.toThrow()
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations.slice(0, 2))
      await admin.query('drop type public.security_deposits')
      await migrate(connection, testSecret)
      expect((await steps(admin)).map((step) => step.name)).toEqual(migrations)
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
    const given = inject('admin')
    const url = given.connectionString?.replace(/\/[^/?]+(\?|$)/, `/${name}$1`)
    const refused = migrate(url ? { connectionString: url } : { ...given, database: name }, testSecret)
    await expect(refused).rejects.toThrow('The database must have the encoding UTF8.')
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
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
    ['is the owner of the tables in disguise', 'grant plinth_owner to %', 'revoke plinth_owner from %'],
  ])('does not open for a login that %s', async (_, give, take) => {
    const name = admin.escapeIdentifier(login.user ?? '')
    await admin.query(give.replace('%', name))
    try {
      await expect(openDoor(login, 1)).rejects.toThrow(refusal)
    } finally {
      await admin.query(take.replace('%', name))
    }
    const door = await openDoor(login, 1)
    await door.close()
  })
})
