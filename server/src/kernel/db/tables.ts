import type pg from 'pg'

/**
 * Tables whose rows expire within days, so no backup holds them: unfinished uploads, sessions, keys of repeated
 * requests, failed sign-ins, links to choose a password and the letters with them, mail about deadlines, and happenings
 * that are read within seconds. Restored rows would reopen what was closed since, and a stolen backup must not hold
 * secrets of this kind.
 */
const passing = [
  'document_uploads',
  'happenings',
  'idempotency_keys',
  'login_attempts',
  'mails',
  'password_links',
  'sessions',
  'sign_in_letters',
].map((name) => `public.${name}`)
/** Whether a backup holds a table. An older backup may hold others, too. */
export const isInBackup = ({ name }: { name: string }) => !passing.includes(name)

/** A table of the product as the catalogue has it; names are quoted for SQL. */
export interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
  /** Each row belongs to a tenant, which a login under row-level security has to name. */
  isOfTenants: boolean
  isSecured: boolean
  /** Other tables that its rows refer to. */
  parents: string[]
}

/** Every table that a backup holds. */
export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as "isSecured",
      array(select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as "isOfTenants",
      array(select format('%I.%I', pn.nspname, p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
        join pg_namespace pn on pn.oid = p.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'public') and c.relkind in ('r', 'p') and not c.relispartition
      and c.relowner = (select nspowner from pg_namespace where nspname = 'app') order by 1`)
  return rows.filter(isInBackup)
}

/** A sequence of the product and its state. */
export interface Sequence {
  name: string
  value: string
  isCalled: boolean
}

export async function sequencesIn(client: pg.Client): Promise<Sequence[]> {
  const found = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('app', 'public') and c.relkind = 'S' and c.relowner = (select nspowner from pg_namespace where nspname = 'app') order by 1`)
  const sequences: Sequence[] = []
  for (const { name } of found.rows) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    )
    sequences.push(...rows.map((state) => ({ name, ...state })))
  }
  return sequences
}
