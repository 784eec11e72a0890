import type pg from 'pg'
import { inRolesOf, type Roles, rolesHere } from '../db/role-names.ts'

/**
 * Every grant in this database to anybody but the owner of the object, including PUBLIC, and every membership in roles.
 */
const granted = `
  with things (kind, name, owner, acl) as (
    select case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass::text, relowner, relacl
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('app', 'public') and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'column', format('%s.%I', attrelid::regclass, attname), relowner, attacl
    from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    where nspname in ('app', 'public') and attacl is not null and not attisdropped
    union all
    select 'function', p.oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner))
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('app', 'public')
    union all
    select 'type', t.oid::regtype::text, typowner, typacl
    from pg_type t join pg_namespace n on n.oid = typnamespace where nspname in ('app', 'public')
    union all
    select 'schema', nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner))
    from pg_namespace where nspname !~ '^pg_|^information_schema$'
    union all
    select 'database', 'its own', datdba, coalesce(datacl, acldefault('d', datdba)) from pg_database where datname = current_database()
    union all
    select 'what is made', concat_ws(' ', defaclobjtype::text, 'by', pg_get_userbyid(defaclrole), 'in ' || nullif(defaclnamespace, 0)::regnamespace::text),
      defaclrole, defaclacl from pg_default_acl
  )
  select kind, name, case a.grantee when 0 then 'PUBLIC' else pg_get_userbyid(a.grantee) end as grantee,
    string_agg(lower(a.privilege_type) || case when a.is_grantable then ' to pass on' else '' end, ', ' order by a.privilege_type) as may
  from things cross join lateral aclexplode(acl) a where a.grantee <> owner group by 1, 2, 3
  union all
  select 'role', pg_get_userbyid(roleid), pg_get_userbyid(member), concat_ws(', ',
    'member', case when bool_or(inherit_option) then 'inherits' end, case when bool_or(set_option) then 'sets' end)
  from pg_auth_members where pg_get_userbyid(roleid) = any ($1) and member <> current_user::regrole and pg_get_userbyid(member) !~ '_bound$'
  group by 2, 3`

const plain: Roles = { owner: 'owner', app: 'app', platform: 'platform', login: 'login' }

/** All rights in a database, one per line: `table contracts: app select`. Columns with the same grants share a line. */
export async function rightsIn(client: pg.ClientBase): Promise<string> {
  const roles = await rolesHere(client)
  const { rows } = await client.query<Record<'kind' | 'name' | 'grantee' | 'may', string>>(granted, [
    Object.values(roles),
  ])
  const base = roles.owner.replace('_owner', '')
  const lines = rows.map(({ kind, name, grantee, may }) => {
    const [, table = '', column] = (kind === 'column' && /^(.*)\.([^.]+)$/.exec(name)) || []
    return { to: `${column ? `columns of ${table}` : `${kind} ${name}`}: ${grantee} ${may}`, column }
  })
  const alike = Map.groupBy(lines, ({ to }) => to)
  const rights = [...alike].map(([to, each]) => {
    const columns = each.flatMap(({ column }) => column ?? [])
    return inRolesOf(plain, columns.length > 0 ? `${to} (${columns.toSorted().join(', ')})` : to, base).replaceAll(
      roles.login,
      'login',
    )
  })
  return `${rights.toSorted().join('\n')}\n`
}
