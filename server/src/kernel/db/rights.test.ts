import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { adminClient } from '../testing/databases.ts'
import { rolesHere } from './role-names.ts'

/** Somebody who has the server's login can forge nothing in a company's audit trail and figures. */

let server: TestServer
let admin: pg.Client
let login: pg.Client
let company: { id: string }
beforeAll(async () => {
  server = await startTestServer({ alone: true })
  company = await newCompany(server)
  admin = await adminClient(server.admin ?? {})
  // Connects like an attacker who has the server's login.
  const { login: name } = await rolesHere(admin)
  login = await adminClient(server.admin ?? {})
  await login.query(`set session authorization ${name}; select set_config('app.tenant_id', '${company.id}', false)`)
})
afterAll(async () => {
  await login.end()
  await admin.end()
  await server.stop()
})

/** The state of the audit trail and the figures of all companies. */
const trailState = async () =>
  (
    await admin.query(`select (select count(*) from audit_entries) as entries, (select count(*) from contract_figures) as contracts,
      (select count(*) from deposit_figures) as deposits, (select sum(version) from access_versions) as versions`)
  ).rows[0]

/** Creates a table of its own with a trigger of the product, and a row that fires it. */
const forged = {
  'an audit entry': `create temp table users as select * from public.users where false;
    create trigger t after insert on users referencing new table as changed for each statement
      execute function app.audit_rows_of_users();
    insert into users (tenant_id, id, username) values ('TENANT', gen_random_uuid(), 'made up')`,
  'a change in the audit trail': `create temp table contracts (tenant_id uuid, id uuid, status text, deleted_at timestamptz);
    create trigger t after update on contracts for each row execute function app.audit_change('id', '{}', '{}', '{}');
    insert into contracts values ('TENANT', gen_random_uuid(), 'DRAFT');
    update contracts set status = 'AWARDED'`,
  'figures of contracts': `create temp table contracts as select * from public.contracts where false;
    create trigger t after insert on contracts referencing new table as given for each statement
      execute function app.count_new_contracts();
    insert into contracts (tenant_id, id, status, paper_cost) values ('TENANT', gen_random_uuid(), 'DRAFT', 1e9)`,
  'figures of deposits': `create temp table deposits as select * from public.security_deposits where false;
    create trigger t after update on deposits referencing old table as before new table as given for each statement
      execute function app.count_changed_deposits();
    insert into deposits (tenant_id, id, contract_id, status, deposit_type, amount)
      values ('TENANT', gen_random_uuid(), gen_random_uuid(), 'DRAFT', 'EMD', 1e9);
    update deposits set amount = 2e9`,
  'the version of the rights': `create temp table roles (tenant_id uuid);
    create constraint trigger t after insert on roles for each row execute function app.count_access_change('tenant_id');
    insert into roles values ('TENANT')`,
}

describe('the login of the server cannot forge', () => {
  const tryForging = async (sql: string) => {
    const before = await trailState()
    await login.query('begin')
    const fault = await login.query(sql.replaceAll('TENANT', company.id)).then(
      () => 'done',
      ({ code, message }: pg.DatabaseError) => `${code} ${message}`,
    )
    await login.query('commit')
    expect(await trailState()).toEqual(before)
    return fault
  }

  test.each(Object.entries(forged))('%s', async (_, sql) => {
    expect(await tryForging(sql)).toMatch(/^42501 permission denied to create temporary tables/)
  })

  test.each(Object.entries(forged))('%s, even with the right to create tables', async (_, sql) => {
    const { login: name } = await rolesHere(admin)
    const { rows } = await admin.query('select quote_ident(current_database()) as here')
    await admin.query(`grant temp on database ${rows[0].here} to ${name}`)
    expect(await tryForging(sql)).toMatch(/^42501 permission denied for function/)
    await admin.query(`revoke temp on database ${rows[0].here} from ${name}`)
  })

  test.each(Object.entries(forged))('%s, even with the right to run the functions as well', async (_, sql) => {
    const { login: name } = await rolesHere(admin)
    const { rows } = await admin.query('select quote_ident(current_database()) as here')
    const functions = [...sql.matchAll(/app\.\w+(?=\()/g)].join(', ')
    await admin.query(
      `grant temp on database ${rows[0].here} to ${name}; grant execute on function ${functions} to ${name}`,
    )
    expect(await tryForging(sql)).toBe('42501 only for tables of the product')
    await admin.query(
      `revoke temp on database ${rows[0].here} from ${name}; revoke execute on function ${functions} from ${name}`,
    )
  })
})
