import { randomUUID } from 'node:crypto'
import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type exportTenants,
  type filterTenants,
  type Tenant,
  tenant,
  type tenantEdit,
  tenantFields,
  type tenantInput,
  type updateSecurityPolicy,
} from '@plinth/api/tenants'
import { sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { conflict } from '../kernel/errors.ts'
import { exportOf } from '../kernel/exports.ts'
import { anyPart, contains, oneOf, records, within } from '../kernel/records.ts'
import { acrossTenants, type Caller, type Db } from '../kernel/tenancy.ts'
import { insertRole, operatorAdministrator, startingRoles } from '../roles/roles.queries.ts'

const tenants = records<Tenant>({
  table: 'tenants',
  fields: Object.keys(tenantFields),
  fixed: ['kind'],
  spelling: { whatsAppNo: 'whats_app_no' },
})
const { column } = tenants

const conditions = (filter: Omit<Body<typeof filterTenants>, 'sort' | 'pagination'>) => [
  contains(column('name'), filter.name),
  contains(column('subdomain'), filter.subdomain),
  contains(column('contactEmail'), filter.contactEmail),
  contains(column('mobileNo'), filter.mobileNo),
  contains(column('whatsAppNo'), filter.whatsAppNo),
  oneOf(column('status'), filter.status),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterTenants>) =>
  acrossTenants(db, () => tenants.search(db, { where: conditions(filter), sort, pagination }))

/** The companies that the same search finds. */
export const exportAll = (db: Db, { sort, format, columns, ...filter }: Body<typeof exportTenants>) =>
  acrossTenants(db, () =>
    exportOf(tenants.walk(db, { where: conditions(filter), sort }), {
      name: 'Tenants',
      entity: tenant,
      columns,
      format,
    }),
  )

/** Throws 404 when this is not the company that the transaction is in. */
export const get = (db: Db, id: string) => tenants.get(db, { id })

export interface NewTenant {
  id: string
  name: string
  subdomain: string
  kind: 'OPERATOR' | 'CUSTOMER'
  contactEmail: string | null
}

async function insertStartingRoles(db: Db, kind: NewTenant['kind']): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const role of kind === 'OPERATOR' ? [operatorAdministrator] : startingRoles)
    ids.set(role.name, await insertRole(db, role))
  return ids
}

/** A subdomain made of a company's name: its letters and digits, parts joined by hyphens, at most 63 characters. */
export const subdomainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '') || 'company'

/** The name of a company's schema: a valid identifier that tells which subdomain it belongs to. */
export const schemaNameOf = (subdomain: string): string => `tenant_${subdomain.replaceAll('-', '_')}`.slice(0, 63)

/**
 * Stores a company with the roles it starts with and returns the roles' ids by name. The transaction must already
 * be inside the new tenant.
 */
export async function foundTenant(db: Db, { id, kind, ...tenant }: NewTenant): Promise<Map<string, string>> {
  const schemaName = schemaNameOf(tenant.subdomain)
  await tenants.insert(db, { ...tenant, schemaName }, { id, kind })
  return insertStartingRoles(db, kind)
}

/** Stores a company for an operator, who stays in their own. Throws 409 when a name is taken. */
export async function create(db: Db, given: output<typeof tenantInput>, { tenantId }: Caller): Promise<Tenant> {
  const id = randomUUID()
  const subdomain = given.subdomain ?? subdomainOf(given.name)
  const schemaName = given.schemaName ?? schemaNameOf(subdomain)
  await sql`select app.found(${id}::uuid)`.execute(db)
  const made = await tenants.insert(db, { ...given, subdomain, schemaName }, { id })
  await insertStartingRoles(db, 'CUSTOMER')
  await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
  return made
}

export const update = (db: Db, id: string, values: output<typeof tenantEdit>) => tenants.update(db, { id }, values)

export async function remove(db: Db, id: string): Promise<void> {
  await tenants.update(db, { id }, { status: 'DELETED' })
  await tenants.remove(db, { id })
}

/** Up to ten companies whose name contains the keyword, active or not. */
export const searchByName = (db: Db, keyword: string) =>
  acrossTenants(db, () =>
    db
      .selectFrom('tenants')
      .select(['id', 'name', 'status'])
      .where('deleted_at', 'is', null)
      .where('name', 'ilike', anyPart(keyword))
      .orderBy(sql`lower(name)`)
      .limit(10)
      .execute(),
  )

/** Up to ten names of active tenants that contain the keyword. */
export async function searchNames(db: Db, keyword: string): Promise<string[]> {
  const found = await sql<{
    name: string
  }>`select name from app.search_tenant_names(${anyPart(keyword)}) as name`.execute(db)
  return found.rows.map((row) => row.name)
}

/** What the caller's own company asks of its people's sign-ins. */
export async function securityPolicy(db: Db, { tenantId }: Caller) {
  const { requiresSecondFactor } = await get(db, tenantId)
  return { requiresSecondFactor }
}

/** Throws 409 when the caller would lock themselves out: they have no second factor yet. */
export async function setSecurityPolicy(db: Db, policy: Body<typeof updateSecurityPolicy>, caller: Caller) {
  const own = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', caller.userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (policy.requiresSecondFactor && !own)
    throw conflict('Set up your own second factor first, on your own page: else you would be locked out.')
  const { requiresSecondFactor } = await tenants.update(db, { id: caller.tenantId }, policy)
  return { requiresSecondFactor }
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
