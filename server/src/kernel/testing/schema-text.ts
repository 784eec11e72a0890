import type pg from 'pg'

/** A line of a table's definition, or a statement below it. */
interface Part {
  table: string
  text: string
}

const ofTables = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`

const columns = `
  select relname as "table", concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end,
    case when attgenerated = '' then 'default ' || pg_get_expr(adbin, adrelid, true)
      else format('generated always as (%s)', pg_get_expr(adbin, adrelid, true)) end,
    case attgenerated when 's' then 'stored' when 'v' then 'virtual' end) as text
  from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where ${ofTables} and attnum > 0 and not attisdropped order by relname, attnum`

const constraints = `
  select relname as "table", format('constraint %I %s', conname, pg_get_constraintdef(k.oid, true)) as text
  from pg_constraint k join pg_class c on c.oid = conrelid where ${ofTables} and contype in ('p', 'u', 'f', 'c', 'x')
  order by relname, array_position(array['p', 'u', 'f', 'c', 'x'], contype::text), conname`

/** Those that no constraint makes. */
const indexes = `
  select c.relname as "table", pg_get_indexdef(indexrelid, 0, true) as text
  from pg_index join pg_class c on c.oid = indrelid join pg_class i on i.oid = indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by c.relname, i.relname`

const triggers = `
  select relname as "table", pg_get_triggerdef(t.oid, true) as text
  from pg_trigger t join pg_class c on c.oid = tgrelid where ${ofTables} and not tgisinternal order by relname, tgname`

const rowSecurity = `
  select relname as "table", format('alter table %I enable row level security%s', relname,
    case when relforcerowsecurity then ', force row level security' end) as text
  from pg_class where ${ofTables} and relrowsecurity order by relname`

const policies = `
  select relname as "table", concat_ws(' ', format('create policy %I on %I', polname, relname),
    case when not polpermissive then 'as restrictive' end,
    'for ' || case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    'to ' || array_to_string(array(select case role when 0 then 'public' else pg_get_userbyid(role)::text end
      from unnest(polroles) role order by 1), ', '),
    format('using (%s)', pg_get_expr(polqual, polrelid, true)),
    case when polwithcheck is not null then format('with check (%s)', pg_get_expr(polwithcheck, polrelid, true)) end) as text
  from pg_policy join pg_class c on c.oid = polrelid where ${ofTables} order by relname, polname`

const views = `
  select format('create view %s with (%s) as', c.oid::regclass, array_to_string(reloptions, ', ')) || E'\\n'
    || rtrim(pg_get_viewdef(c.oid, true), ';') as text
  from pg_class c where relnamespace in ('app'::regnamespace, 'public'::regnamespace) and relkind = 'v'
  order by relnamespace::regnamespace::text, relname`

const functions = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') as text
  from pg_proc p where pronamespace in ('app'::regnamespace, 'public'::regnamespace)
  order by pronamespace::regnamespace::text, proname, pg_get_function_identity_arguments(p.oid)`

const head = `-- The schema as it stands after every migration, to read. \`npm run schema\` writes this file, and a test compares it with
-- a migrated database. Rights are in src/kernel/db/rights.txt.`

/** The schema of a migrated database as SQL: tables with what belongs to them, then views, then functions. */
export async function schemaText(client: pg.ClientBase): Promise<string> {
  const read = async (query: string) => (await client.query<Part>(query)).rows
  const lines = Map.groupBy([...(await read(columns)), ...(await read(constraints))], ({ table }) => table)
  const below: Part[] = []
  for (const query of [indexes, triggers, rowSecurity, policies]) below.push(...(await read(query)))
  const tables = [...lines].map(([table, parts]) => {
    const definition = `create table ${table} (\n${parts.map(({ text }) => `  ${text}`).join(',\n')}\n)`
    return [definition, ...below.filter((part) => part.table === table).map(({ text }) => text)].join(';\n')
  })
  const rest = [...(await read(views)), ...(await read(functions))].map(({ text }) => text)
  // The roles of a database are named by its OID.
  const named = [...tables, ...rest].join(';\n\n').replaceAll(/\bplinth_\d+_(owner|app|platform)\b/g, 'plinth_$1')
  return `${head}\n\n${named};\n`
}
