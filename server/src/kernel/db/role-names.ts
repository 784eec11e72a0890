import type pg from 'pg'

/**
 * The roles of one database. PostgreSQL keeps roles for a whole cluster, so each database has its own, named by its
 * OID, which is unique in the cluster and survives a rename. `owner` owns the tables and cannot log in; `app` may use
 * them, under row-level security; `platform` may read people and companies across tenants; `login` is the server's.
 */
export interface Roles {
  owner: string
  app: string
  platform: string
  login: string
}

type Part = 'owner' | 'app' | 'platform'

/** The roles that migrations name; the login is created separately. */
export const partsOf = ({ owner, app, platform }: Roles): string[] => [owner, app, platform]

/** The roles whose names begin with `base`. */
export const rolesNamed = (base: string): Roles => ({
  owner: `${base}_owner`,
  app: `${base}_app`,
  platform: `${base}_platform`,
  login: `${base}_login`,
})

/** Replaces the roles named `base_…` in `sql` with `roles`. */
export const inRolesOf = (roles: Roles, sql: string, base = 'plinth'): string =>
  sql.replace(new RegExp(String.raw`\b${base}_(owner|app|platform)\b`, 'g'), (_, part: Part) => roles[part])

/** The roles that the connected database has, or gets when it is migrated. */
export async function rolesHere(client: pg.ClientBase): Promise<Roles> {
  const { rows } = await client.query<{ number: string }>(
    'select oid::text as number from pg_database where datname = current_database()',
  )
  return rolesNamed(`plinth_${rows[0]?.number}`)
}

/** The owner of the product's schema in the connected database; undefined while there is no schema. */
export async function ownerHere(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ owner: string }>(
    "select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'app'",
  )
  return rows[0]?.owner
}
