import type pg from 'pg'

/**
 * What is over within days: files on their way into the document store, which nobody was told yet are there, and what a session, a create
 * or a failed sign-in is known by, links to choose a password and letters about them, mail about duties, and what was to be told within
 * seconds. Put back, it would open what was closed since, and it is nothing for who gets hold of a backup.
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
/** Whether a table is one that a backup holds. A backup of before may hold others, too. */
export const isKept = ({ name }: { name: string }) => !passing.includes(name)

/** A table of ours as the catalogue has it; names are quoted as SQL needs them. */
export interface Table {
  name: string
  /** Without generated ones. */
  columns: string[]
  /** Each row is of one tenant, whom a login that row-level security binds has to name. */
  isOfTenants: boolean
  isSecured: boolean
  /** Other tables that its rows refer to. */
  parents: string[]
}

/** Every table that holds something that the installation keeps, as a backup has it. */
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
  return rows.filter(isKept)
}

/** A counter of ours, and where it stands. */
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
