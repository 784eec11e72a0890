import { randomBytes, randomUUID } from 'node:crypto'
import {
  type exportTenants,
  type filterTenants,
  type startOwnCompany,
  type Tenant,
  tenant,
  type tenantEdit,
  tenantFields,
  type tenantInput,
  type updateSecurityPolicy,
} from '@plinth/api/access/tenants'
import type { Body } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { addStartingRules } from '../../deposits/release-rules/release-rules.queries.ts'
import { addStartingLetters } from '../../documents/letter-templates/letter-templates.queries.ts'
import { acrossTenants } from '../../kernel/db/reach.ts'
import { actAs, type Caller, type Db } from '../../kernel/db/tenancy.ts'
import { tryInsert } from '../../kernel/db/try-insert.ts'
import { AppError, conflict } from '../../kernel/errors.ts'
import { requirePermission } from '../../kernel/http/permissions.ts'
import { anyPart, contains, matches, oneOf, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { addStartingReminderRules } from '../../reminders/reminder-rules/reminder-rules.queries.ts'
import { grantRole, insertRoles, operatorAdministrator, startingRoles } from '../roles/roles.queries.ts'

const tenants = records<Tenant>({
  table: 'tenants',
  fields: Object.keys(tenantFields),
  fixed: ['kind'],
  spelling: { whatsAppNo: 'whats_app_no' },
})
const { column } = tenants

/** The columns that the one-line search looks in. */
const searched = (['name', 'subdomain', 'contactEmail', 'mobileNo', 'whatsAppNo'] as const).map((name) => column(name))

/** Deleted companies are found only by their status. */
const conditionsOf = (filter: Omit<Body<typeof filterTenants>, 'sort' | 'pagination'>) => ({
  where: [
    matches(searched, filter.search),
    contains(column('name'), filter.name),
    contains(column('subdomain'), filter.subdomain),
    contains(column('contactEmail'), filter.contactEmail),
    contains(column('mobileNo'), filter.mobileNo),
    contains(column('whatsAppNo'), filter.whatsAppNo),
    oneOf(column('status'), filter.status),
    within(column('createdAt'), filter.dateRange),
  ],
  withDeleted: filter.status?.includes('DELETED'),
})

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterTenants>) =>
  acrossTenants(db, () => tenants.search(db, { ...conditionsOf(filter), sort, pagination }))

const findable = { name: column('name'), detail: column('subdomain'), status: column('status') }
export const find: Find = (db, sought) => acrossTenants(db, () => findIn(db, 'tenants', findable, sought))

/** Exports the companies that the same search finds. */
export const exportAll = (db: Db, { sort, format, columns, ...filter }: Body<typeof exportTenants>) =>
  acrossTenants(db, async () =>
    exportOf(tenants.walk(db, { ...conditionsOf(filter), sort }), {
      name: 'Tenants',
      entity: tenant,
      columns,
      format,
      by: await companyOf(db),
    }),
  )

/** Throws 404 when this is not the transaction's company. */
export const get = (db: Db, id: string) => tenants.get(db, { id })

export interface NewTenant {
  id: string
  name: string
  subdomain: string
  kind: 'OPERATOR' | 'CUSTOMER'
  contactEmail: string | null
  isSample?: boolean
}

const insertStartingRoles = (db: Db, kind: NewTenant['kind']): Promise<Map<string, string>> =>
  insertRoles(db, kind === 'OPERATOR' ? [operatorAdministrator] : startingRoles)

/** Adds what a company starts with besides its roles and may change: release rules, reminder rules and letters. */
async function addStartingRecords(db: Db): Promise<void> {
  await addStartingRules(db)
  await addStartingReminderRules(db)
  await addStartingLetters(db)
}

/**
 * A subdomain made of a company's name: its letters and digits, with a hyphen for anything else, at most 63 characters.
 */
export const subdomainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '') || 'company'

/** The schema name of a company: a valid identifier derived from its subdomain. */
export const schemaNameOf = (subdomain: string): string => `tenant_${subdomain.replaceAll('-', '_')}`.slice(0, 63)

/**
 * Stores a company with its starting roles and returns the roles' ids by name. The transaction must already be inside
 * the new company.
 */
export async function foundTenant(
  db: Db,
  { id, kind, isSample = false, ...tenant }: NewTenant,
): Promise<Map<string, string>> {
  const schemaName = schemaNameOf(tenant.subdomain)
  await tenants.insert(db, { ...tenant, schemaName }, { id, kind, isSample })
  await addStartingRecords(db)
  return insertStartingRoles(db, kind)
}

/** Stores a company for an operator, who stays in their own. Throws 409 when a name is taken. */
export async function create(db: Db, fields: output<typeof tenantInput>, { tenantId }: Caller): Promise<Tenant> {
  const id = randomUUID()
  const subdomain = fields.subdomain ?? subdomainOf(fields.name)
  const schemaName = fields.schemaName ?? schemaNameOf(subdomain)
  await sql`select app.found(${id}::uuid)`.execute(db)
  const created = await tenants.insert(db, { ...fields, subdomain, schemaName }, { id })
  await insertStartingRoles(db, 'CUSTOMER')
  await addStartingRecords(db)
  await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
  return created
}

/** Changes a company. Throws 403 when the change would delete it and the caller may not delete companies. */
export async function update(db: Db, id: string, values: output<typeof tenantEdit>, { tenantId }: Caller) {
  if (values.status === 'DELETED') {
    // Permissions are checked in the caller's own company.
    await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
    await requirePermission(db, 'Tenants', 'canDelete')
    await sql`select app.step_into(${id}::uuid)`.execute(db)
  }
  return tenants.update(db, { id }, values)
}

export const remove = (db: Db, id: string) => tenants.remove(db, { id })

/** Up to ten companies whose name contains the keyword, active or not. */
export const searchByName = (db: Db, keyword: string) =>
  acrossTenants(db, async () => {
    const found = await sql<Pick<Tenant, 'id' | 'name' | 'status'>>`select id, name, status from tenants
      where deleted_at is null and name ilike ${anyPart(keyword)} order by lower(name) limit 10`.execute(db)
    return found.rows
  })

/** Up to ten names of active companies that contain the keyword. */
export async function searchNames(db: Db, keyword: string): Promise<string[]> {
  const found = await sql<{
    name: string
  }>`select name from app.search_tenant_names(${anyPart(keyword)}) as name`.execute(db)
  return found.rows.map((row) => row.name)
}

/** The sign-in rules of the caller's own company. */
export async function securityPolicy(db: Db, { tenantId }: Caller) {
  const { requiresSecondFactor } = await get(db, tenantId)
  return { requiresSecondFactor }
}

/** Throws 409 when the caller has no second factor, because they would lock themselves out. */
export async function setSecurityPolicy(db: Db, policy: Body<typeof updateSecurityPolicy>, caller: Caller) {
  const own = await sql`
    select from second_factors where user_id = ${caller.userId} and confirmed_at is not null`.execute(db)
  if (policy.requiresSecondFactor && own.rows.length === 0)
    throw conflict('Set up your own second factor first, on your own page: else you would be locked out.')
  const { requiresSecondFactor } = await tenants.update(db, { id: caller.tenantId }, policy)
  return { requiresSecondFactor }
}

/** The company of the operators of this installation, if it exists. */
export async function operatorTenantId(db: Db): Promise<string | undefined> {
  const found = await sql<{ id: string | null }>`select app.operator_tenant() as id`.execute(db)
  return found.rows[0]?.id ?? undefined
}

/** Whether a company has this subdomain, active or not. */
export async function isSubdomainTaken(db: Db, subdomain: string): Promise<boolean> {
  const found = await sql<{ taken: boolean }>`select app.is_subdomain_taken(${subdomain}) as taken`.execute(db)
  return found.rows[0]?.taken ?? false
}

/** Whether the sample company of this installation was created, and whether it was erased. */
export async function sampleCompany(db: Db): Promise<{ isMade: boolean; isErased: boolean }> {
  const found = await sql<{ isMade: boolean; isErased: boolean }>`
    select is_made as "isMade", is_erased as "isErased" from app.sample_company()`.execute(db)
  return found.rows[0] ?? { isMade: false, isErased: false }
}

/** Throws 409 in any company but the sample, before the proof is asked for. */
export async function requireSample(db: Db): Promise<void> {
  const own = await sql<{ isSample: boolean }>`select is_sample as "isSample" from tenants`.execute(db)
  if (!own.rows[0]?.isSample) throw conflict('Only the sample company can be erased. This one is your own.')
}

/**
 * Renames the company. Its subdomain is derived from the name, with a random ending if that is taken. Throws 409 when
 * the name is taken.
 */
async function rename(db: Db, id: string, name: string, contactEmail: string): Promise<void> {
  const own = { name, contactEmail, mobileNo: null, whatsAppNo: null, comment: null, requiresSecondFactor: false }
  const subdomain = subdomainOf(name)
  const renameWith = (subdomain: string) =>
    tryInsert(db, () => tenants.update(db, { id }, { ...own, subdomain, schemaName: schemaNameOf(subdomain) }))
  const renamed = await renameWith(subdomain)
  if (!(renamed instanceof AppError)) return
  const retried = await renameWith(`${subdomain.slice(0, 40)}-${randomBytes(4).toString('hex')}`)
  if (retried instanceof AppError) throw retried
}

/**
 * Turns the caller's sample company into their own: erases its records, adds the starting roles, release rules,
 * reminder rules and letters, and keeps the caller as the only person, under a new sign-in. Ends every session. Returns
 * the ids of documents whose files are still in the store. Throws 403 when somebody in the company has permissions that
 * the caller lacks, 409 when it is no sample or the name is taken, and whatever `finishProof` throws.
 */
export async function startOwn(
  db: Db,
  { name, username, email, mobileNo }: Omit<Body<typeof startOwnCompany>, 'password' | 'currentPassword' | 'code'>,
  passwordHash: string,
  finishProof: () => Promise<void>,
  { tenantId, userId }: Caller,
): Promise<string[]> {
  await sql`select app.hold_sample()`.execute(db)
  await rename(db, tenantId, name, email)
  // After the company, in the order of locks of every sign-in.
  await finishProof()
  await sql`update roles set name = id::text where deleted_at is null`.execute(db)
  // No person grants these permissions, as at the creation of any company.
  await actAs(db, '')
  const roles = await insertStartingRoles(db, 'CUSTOMER')
  await grantRole(db, userId, roles.get('Administrator') ?? '')
  await actAs(db, userId)
  // Before the sessions end: a sign-in with the old password at this moment either comes before or fails.
  await sql`update user_passwords set hash = ${passwordHash}, is_own = true, changed_at = now()
    where user_id = ${userId}`.execute(db)
  await sql`select app.forget_devices(${userId})`.execute(db)
  // A large register may have been imported into the sample, and the database looks for references to every row that it
  // deletes.
  await sql`set local statement_timeout = '2min'`.execute(db)
  const erased = await sql<{ inStore: string[] }>`
    select app.erase_sample(${userId}, ${[...roles.values()]}) as "inStore"`.execute(db)
  await addStartingRecords(db)
  await sql`update users set username = ${username}, email = ${email}, mobile_no = ${mobileNo || null},
    designation = null, comment = null, profile_image = null where id = ${userId}`.execute(db)
  return erased.rows[0]?.inStore ?? []
}
