import pg from 'pg'
import { StartError } from '../start-error.ts'
import { ensureRoles } from './database-roles.ts'
import { inRolesOf, type Roles } from './role-names.ts'

/** The schema, table and function that the migrations themselves need. */
const foundation = `
create schema if not exists app authorization plinth_owner;
grant usage on schema app to plinth_app;
create table if not exists app.migrations (name text primary key, run_at timestamptz not null default now());
grant select on app.migrations to plinth_owner;
set local role plinth_owner;
create or replace function app.level() returns text language sql stable security definer
  set search_path = pg_catalog, public, pg_temp return (select max(name) from app.migrations);
revoke execute on function app.level() from public;
grant execute on function app.level() to plinth_app;
reset role;
`

/**
 * Creates the foundation in a transaction that is under way. Throws a StartError when the administrator lacks a right
 * for it.
 */
export async function layFoundation(client: pg.Client): Promise<Roles> {
  try {
    const roles = await ensureRoles(client)
    await client.query(inRolesOf(roles, foundation))
    return roles
  } catch (error) {
    const isRefused = error instanceof pg.DatabaseError && error.code === '42501'
    throw isRefused ? new StartError(`The login of DATABASE_URL lacks a right that it needs: ${error.message}.`) : error
  }
}
