import { sql } from 'kysely'
import { anyPart } from '../kernel/conditions.ts'
import type { Db } from '../kernel/tenancy.ts'
import { insertRole } from '../roles/roles.queries.ts'
import { operatorAdministrator, startingRoles } from '../roles/roles.rules.ts'

/** Up to ten names of active tenants that contain the keyword. */
export async function searchNames(db: Db, keyword: string): Promise<string[]> {
  const found = await sql<{
    name: string
  }>`select name from app.search_tenant_names(${anyPart(keyword)}) as name`.execute(db)
  return found.rows.map((row) => row.name)
}

export interface NewTenant {
  id: string
  name: string
  subdomain: string
  kind: 'OPERATOR' | 'CUSTOMER'
  contactEmail: string | null
}

const insertTenant = (db: Db, { id, name, subdomain, kind, contactEmail }: NewTenant) =>
  db
    .insertInto('tenants')
    .values({
      id,
      name,
      subdomain,
      kind,
      contact_email: contactEmail,
      schema_name: `tenant_${subdomain.replaceAll('-', '_')}`,
    })
    .execute()

/**
 * Stores a company with the roles it starts with and returns the roles' ids by name. The transaction must already
 * be inside the new tenant.
 */
export async function createTenant(db: Db, tenant: NewTenant): Promise<Map<string, string>> {
  await insertTenant(db, tenant)
  const ids = new Map<string, string>()
  for (const role of tenant.kind === 'OPERATOR' ? [operatorAdministrator] : startingRoles)
    ids.set(role.name, await insertRole(db, role))
  return ids
}

/** The tenant of the people who run this installation, if it is there already. */
export async function operatorTenantId(db: Db): Promise<string | undefined> {
  const found = await sql<{ id: string | null }>`select app.operator_tenant() as id`.execute(db)
  return found.rows[0]?.id ?? undefined
}

/** Whether a tenant has this subdomain, be it active or not. */
export async function isSubdomainTaken(db: Db, subdomain: string): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`select app.is_subdomain_taken(${subdomain}) as taken`.execute(db)
  return found.rows[0]?.taken ?? false
}
