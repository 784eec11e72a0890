import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { handOver } from './role-handover.ts'
import { ownerHere, partsOf, type Roles, rolesHere } from './role-names.ts'

/**
 * Roles with our names that something outside this database uses: they own objects elsewhere, or have members that are
 * not ours.
 */
const strangers = `
  select quote_ident(r.rolname) as name from pg_roles r
  cross join (select oid from pg_database where datname = current_database()) here
  where r.rolname = any ($1) and (r.rolsuper or r.rolbypassrls or r.rolcreaterole
    or exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
      and (d.dbid not in (0, here.oid) or (d.classid = 'pg_database'::regclass and d.objid <> here.oid)))
    or exists (select from pg_auth_members m where m.roleid = r.oid
      and m.member <> current_user::regrole and pg_get_userbyid(m.member) <> all ($1)))`

/** Creates the missing roles. Throws a StartError when one of the names is taken for something else. */
async function makeRoles(client: pg.ClientBase, roles: Roles): Promise<void> {
  const taken = await client.query<{ name: string }>(strangers, [Object.values(roles)])
  if (taken.rows[0])
    throw new StartError(
      `The role ${taken.rows[0].name} is for this database alone, and others have a hand in it: rename or drop it.`,
    )
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where name not in (select rolname from pg_roles)',
    [partsOf(roles)],
  )
  for (const { name } of rows) await client.query(`create role ${name} nologin`)
  await client.query(`grant ${roles.owner} to current_user`)
}

/**
 * Only the administrator and members of `app` can connect to the database, and only its owner creates anything in it.
 */
const shutDoors = (database: string, { owner, app }: Roles) => `
  revoke all on database ${database} from public;
  grant connect on database ${database} to ${app};
  revoke create on schema public from public;
  grant usage, create on schema public to ${owner};
  grant usage on schema public to ${app}`

/**
 * Ensures, inside a transaction, that everything of the product in this database belongs to roles that no other
 * database of the cluster uses. Throws a StartError for faults that the cluster's administrator can mend.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<Roles> {
  const roles = await rolesHere(client)
  const formerOwner = await ownerHere(client)
  if (formerOwner !== roles.owner) await makeRoles(client, roles)
  if (formerOwner !== undefined && formerOwner !== roles.owner) await handOver(client, formerOwner, roles)
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(shutDoors(rows[0]?.name ?? '', roles))
  const { rows: doors } = await client.query<{ areOpen: boolean }>(
    `select has_database_privilege('public', current_database(), 'connect, temp') as "areOpen"`,
  )
  if (doors[0]?.areOpen)
    throw new StartError(
      'The login of DATABASE_URL must own the database: everybody can connect to it, and it cannot end that.',
    )
  return roles
}
