import type { MappableRole, RoleMapping, RoleSelection } from '@plinth/api/access/role-records'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { requireInside } from '../../kernel/http/permissions.ts'
import { grantRole } from '../roles/roles.queries.ts'
import { get as getUser } from '../users/users.queries.ts'

type Mapping = Pick<RoleMapping, 'userId' | 'roleId'>

/** Null for an operator from another company, who has no name in this one. */
const grantedByName = sql`(select g.username from users g where g.id = ur.granted_by)`

const selection = (userId: string) => sql<RoleSelection>`
  select r.id as "roleId", r.name as "roleName", r.description, ur.user_id as "userId", ur.granted_at as "grantedAt",
    ${grantedByName} as "grantedByName"
  from roles r left join user_roles ur on ur.role_id = r.id and ur.user_id = ${userId}
  where r.deleted_at is null`

/** Every role of the transaction's company. Throws 404 when another company is named. */
export async function mappableRoles(db: Db, tenantId: string | null | undefined): Promise<MappableRole[]> {
  if (tenantId) await requireInside(db, tenantId)
  const found = await sql<MappableRole>`
    select id, name, description from roles where deleted_at is null order by lower(name), id`.execute(db)
  return found.rows
}

/** Every role of a person's company. Throws 404. */
export async function selectionOf(db: Db, userId: string): Promise<RoleSelection[]> {
  await getUser(db, userId)
  const found = await sql<RoleSelection>`${selection(userId)} order by lower(r.name)`.execute(db)
  return found.rows
}

/** A role of a person's company, and whether the person holds it. Throws 404. */
async function selectionRow(db: Db, { userId, roleId }: Mapping): Promise<RoleSelection> {
  await getUser(db, userId)
  const found = await sql<RoleSelection>`${selection(userId)} and r.id = ${roleId}`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

const selectMapping = (userId: string) => sql<RoleMapping>`
  select ur.user_id as "userId", r.id as "roleId", r.name as "roleName", ur.granted_at as "grantedAt",
    ${grantedByName} as "grantedByName"
  from user_roles ur join roles r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = ${userId}`

/** The roles that a person holds. Throws 404. */
export async function list(db: Db, userId: string): Promise<RoleMapping[]> {
  await getUser(db, userId)
  const found = await sql<RoleMapping>`${selectMapping(userId)} order by lower(r.name)`.execute(db)
  return found.rows
}

/**
 * Gives a person a role of their company. Throws 403 when the role has a permission that the caller lacks, 404 when the
 * person or the role does not exist, 409 when the person has the role already.
 */
export async function create(db: Db, { userId, roleId }: Mapping): Promise<RoleMapping> {
  await sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId})`.execute(db)
  const found = await sql<RoleMapping>`${selectMapping(userId)} and r.id = ${roleId}`.execute(db)
  const [row] = found.rows
  if (!row) throw new Error('a mapping was not stored')
  return row
}

const revoke = (db: Db, { userId, roleId }: Mapping) =>
  sql`delete from user_roles where user_id = ${userId} and role_id = ${roleId}`.execute(db)

/**
 * Gives a role or takes it away; does nothing if that is already so. Throws 403 and 404 as `create` does, 409 when the
 * company would be left without an administrator.
 */
export async function set(db: Db, mapping: Mapping, isMapped: boolean): Promise<RoleSelection> {
  const { userId } = await selectionRow(db, mapping)
  if (isMapped && !userId) await grantRole(db, mapping.userId, mapping.roleId)
  if (!isMapped && userId) await revoke(db, mapping)
  return selectionRow(db, mapping)
}

/** Throws 404 when the person does not have the role, 409 when the company would be left without an administrator. */
export async function remove(db: Db, mapping: Mapping): Promise<void> {
  await getUser(db, mapping.userId)
  const { numAffectedRows } = await revoke(db, mapping)
  if (numAffectedRows === 0n) throw notFound()
}
