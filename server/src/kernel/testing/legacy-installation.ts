import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { migrations } from '../db/migrate.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** The last migration of installations whose roles were shared by the whole cluster. */
export const lastShared = '0018_company_days.sql'

/**
 * Migrates a database to `level` with roles of the whole cluster, as old installations had them: the administrator of
 * one was a member of all. Returns its login, created as it was then.
 */
export async function installAsBefore(client: pg.Client, level: string): Promise<{ user: string; password: string }> {
  await client.query(`
    do $$ declare part text; begin
      foreach part in array array['owner', 'app', 'platform'] loop
        if not exists (select from pg_roles where rolname = 'plinth_' || part) then
          execute 'create role plinth_' || part || ' nologin';
        end if;
      end loop;
    end $$;
    grant plinth_owner, plinth_app to current_user;
    create schema if not exists app authorization plinth_owner;
    grant usage, create on schema public to plinth_owner;
    grant usage on schema app, public to plinth_app;
    create table if not exists app.migrations (name text primary key, run_at timestamptz not null default now());
    grant select on app.migrations to plinth_owner;
    set role plinth_owner;
    create or replace function app.level() returns text language sql stable security definer
      set search_path = pg_catalog, public, pg_temp return (select max(name) from app.migrations);
    revoke execute on function app.level() from public;
    grant execute on function app.level() to plinth_app;
    reset role`)
  for (const name of migrations.filter((each) => each <= level)) {
    await client.query('begin; set local role plinth_owner')
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('reset role')
    await client.query('insert into app.migrations (name) values ($1)', [name])
    await client.query('commit')
  }
  const { rows } = await client.query<{ user: string }>(`select left(current_database() || '_plinth', 63) as "user"`)
  const user = rows[0]?.user ?? ''
  await client.query(`create role ${client.escapeIdentifier(user)} login password 'before';
    grant plinth_app to ${client.escapeIdentifier(user)};
    grant plinth_platform to ${client.escapeIdentifier(user)} with inherit false, set true`)
  return { user, password: 'before' }
}
