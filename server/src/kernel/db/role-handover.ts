import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { inRolesOf, partsOf, type Roles, rolesNamed } from './role-names.ts'

/**
 * Statements that grant the roles `$2` what the roles `$1` are granted in this database, pairwise, and revoke it from
 * `$1`.
 */
const changes = `
  with moved as (select r.oid as former, r.rolname as former_name, m.role
    from unnest($1::text[], $2::text[]) m (former, role) join pg_roles r on r.rolname = m.former),
  held (acl, columns, thing) as (
    select relacl, '', format('%s %s', case relkind when 'S' then 'sequence' else 'table' end, oid::regclass) from pg_class
    union all
    select attacl, format(' (%I)', attname), format('table %s', attrelid::regclass) from pg_attribute
    union all
    select proacl, '', format('routine %s', oid::regprocedure) from pg_proc
    union all
    select nspacl, '', format('schema %I', nspname) from pg_namespace
    union all
    select datacl, '', format('database %I', datname) from pg_database where datname = current_database()),
  at_birth as (
    select defaclacl as acl, defaclnamespace = 0 as is_global, m.*,
      case defaclobjtype when 'f' then 'functions' when 'r' then 'tables' when 'S' then 'sequences' when 'T' then 'types' end as kind,
      case when defaclnamespace <> 0 then format(' in schema %s', defaclnamespace::regnamespace) end as place
    from pg_default_acl join moved m on m.former = defaclrole),
  change (step, sql) as (
    select 1, format('grant %1$s%2$s on %3$s to %4$I; revoke %1$s%2$s on %3$s from %5$I',
      a.privilege_type, columns, thing, m.role, m.former_name)
    from held cross join lateral aclexplode(acl) a join moved m on m.former = a.grantee
    union all
    select 2, format('alter policy %I on %s to %s', polname, polrelid::regclass, (
      select string_agg(coalesce(quote_ident(m.role), case r when 0 then 'public' else r::regrole::text end), ', ')
      from unnest(polroles) r left join moved m on m.former = r))
    from pg_policy where polroles && array(select former from moved)
    union all
    select 3, format('alter default privileges for role %I revoke all on %s from public', role, kind) from at_birth where is_global
    union all
    select 4, format('alter default privileges for role %I%s grant %s on %s to %s', b.role, place, a.privilege_type, kind,
      case when a.grantee = 0 then 'public' else coalesce(quote_ident(m.role), a.grantee::regrole::text) end)
    from at_birth b cross join lateral aclexplode(acl) a left join moved m on m.former = a.grantee where a.grantee <> b.former
    union all
    select 5, format('alter default privileges for role %I%s revoke all on %s from %I', b.former_name, place, kind, m.former_name)
    from at_birth b cross join lateral aclexplode(acl) a join moved m on m.former = a.grantee where not is_global
    union all
    -- The built-in default privileges, so that no entry remains for the role.
    select 5, format('alter default privileges for role %1$I grant all on %2$s to %1$I%3$s', former_name, kind,
      case when kind in ('functions', 'types') then ', public' end) from at_birth where is_global)
  select sql from change order by step`

/** Functions that name a role in their source. */
const naming = `
  select pg_get_functiondef(oid) as definition from pg_proc
  where pronamespace in ('app'::regnamespace, 'public'::regnamespace) and prokind in ('f', 'p')
    and coalesce(pg_get_function_sqlbody(oid), prosrc) ~ $1`

/**
 * The login that this database had when the other roles were shared by the whole cluster; none if another database has
 * the same login name.
 */
const loginByName = `
  select left(here.datname || '_plinth', 63) as login from pg_database here where here.datname = current_database()
    and not exists (select from pg_database other
      where other.oid <> here.oid and left(other.datname || '_plinth', 63) = left(here.datname || '_plinth', 63))`

/**
 * Drops roles that own nothing and are granted nothing in the cluster, all of them or none. Returns whether they are
 * gone. A role that other databases still use stays until the last of them drops it.
 */
async function dropUnused(client: pg.ClientBase, names: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(rolname) as name from pg_roles where rolname = any ($1)',
    [names],
  )
  if (rows.length === 0) return true
  await client.query('savepoint dropping')
  try {
    await client.query(`drop role ${rows.map(({ name }) => name).join(', ')}`)
    return true
  } catch {
    await client.query('rollback to savepoint dropping')
    return false
  }
}

/**
 * Gives everything of the product in this database to its own roles. It belonged to roles that all installations of the
 * cluster shared, or to those of the database that this one was copied from. Throws a StartError when the former owner
 * is no role of this product.
 */
export async function handOver(client: pg.ClientBase, formerOwner: string, roles: Roles): Promise<void> {
  const base = /^(plinth(?:_\w+)?)_owner$/.exec(formerOwner)?.[1]
  if (base === undefined)
    throw new StartError(
      `The schema app belongs to ${formerOwner}, which is no role of this product: give the product a database of its own.`,
    )
  const former = rolesNamed(base)
  await client.query(`grant ${partsOf(former).join(', ')} to current_user;
    grant usage, create on schema app, public to ${roles.owner};
    reassign owned by ${former.owner} to ${roles.owner}`)
  const found = await client.query<{ sql: string }>(changes, [partsOf(former), partsOf(roles)])
  await client.query(found.rows.map(({ sql }) => sql).join(';'))
  const functions = await client.query<{ definition: string }>(naming, [`\\m${base}_(owner|app|platform)\\M`])
  await client.query(`set local role ${roles.owner}`)
  for (const { definition } of functions.rows) await client.query(inRolesOf(roles, definition, base))
  await client.query('reset role')
  if (base === 'plinth') {
    const { rows } = await client.query<{ login: string }>(loginByName)
    await dropUnused(
      client,
      rows.map(({ login }) => login),
    )
  }
  if (await dropUnused(client, partsOf(former))) await dropUnused(client, [former.login])
}
