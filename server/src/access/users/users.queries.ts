import type { MappablePerson } from '@plinth/api/access/role-records'
import {
  type exportUsers,
  type filterUsers,
  type User,
  user,
  type userEdit,
  userFields,
  type userInput,
} from '@plinth/api/access/users'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { acrossTenants } from '../../kernel/db/reach.ts'
import { type Caller, type Db } from '../../kernel/db/tenancy.ts'
import { aboutField, conflict } from '../../kernel/errors.ts'
import { requireInside } from '../../kernel/http/permissions.ts'
import { anyPart, contains, equals, matches, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { records } from '../../kernel/records/records.ts'
import { hashPassword, requireUncommon } from '../../kernel/secrets/passwords.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { endAll, holdOwner } from '../../reminders/calendar-feeds/calendar-feeds.queries.ts'
import { grantRole } from '../roles/roles.queries.ts'

const rolesHeld = sql`user_roles ur
  join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.deleted_at is null
  where ur.tenant_id = users.tenant_id and ur.user_id = users.id`

export const users = records<User>({
  table: 'users',
  fields: Object.keys(userFields),
  fixed: ['tenantId', 'profileImage'],
  computed: {
    tenantName: sql`(select t.name from tenants t where t.id = users.tenant_id)`,
    roles: sql`(select string_agg(r.name, ', ' order by lower(r.name)) from ${rolesHeld})`,
  },
})
const { column } = users

/** The columns that the one-line search looks in. */
const searched = (['username', 'email', 'mobileNo', 'designation'] as const).map((name) => column(name))

const conditions = (filter: Omit<Body<typeof filterUsers>, 'sort' | 'pagination'>) => [
  contains(column('username'), filter.username),
  matches(searched, filter.search),
  contains(column('email'), filter.email),
  contains(column('mobileNo'), filter.mobileNo),
  contains(column('designation'), filter.designation),
  filter.roles ? sql<SqlBool>`exists (select from ${rolesHeld} and ${contains(sql`r.name`, filter.roles)})` : undefined,
  equals(column('isActive'), filter.isActive),
  equals(column('tenantId'), filter.tenantId),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterUsers>) =>
  acrossTenants(db, () => users.search(db, { where: conditions(filter), sort, pagination }))

const findable = {
  name: column('username'),
  number: column('email'),
  detail: sql`coalesce(${column('email')}, ${column('designation')})`,
  status: sql`case when ${column('isActive')} then 'ACTIVE' else 'INACTIVE' end`,
}
export const find: Find = (db, sought) => acrossTenants(db, () => findIn(db, 'users', findable, sought))

/** Exports the people that the same search finds. */
export const exportAll = (db: Db, { sort, format, columns, ...filter }: Body<typeof exportUsers>) =>
  acrossTenants(db, async () =>
    exportOf(users.walk(db, { where: conditions(filter), sort }), {
      name: 'Users',
      entity: user,
      columns,
      format,
      by: await companyOf(db),
    }),
  )

interface Sought {
  keyword: string
  userId?: string | null | undefined
}

/** Up to twenty people, active or not, whose name, e-mail or mobile number contains the keyword; or one by their id. */
export async function searchPeople(db: Db, { keyword, userId }: Sought): Promise<MappablePerson[]> {
  const part = anyPart(keyword)
  const isSought = userId ? sql`u.id = ${userId}` : sql`true`
  const found = await acrossTenants(db, () =>
    sql<MappablePerson>`
      select u.id, u.username, u.email, u.mobile_no as "mobileNo", u.designation, t.name as "tenantName",
        u.is_active as "isActive"
      from users u join tenants t on t.id = u.tenant_id and t.deleted_at is null
      where u.deleted_at is null and ${isSought}
        and (u.username ilike ${part} or u.email ilike ${part} or u.mobile_no ilike ${part})
      order by lower(u.username), u.id limit 20`.execute(db),
  )
  return found.rows
}

/** Throws 404. */
export const get = (db: Db, id: string) => users.get(db, { id })

/** Stores a password that somebody else chose for a person. */
async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await sql`insert into user_passwords (user_id, hash, is_own) values (${userId}, ${hash}, false)
    on conflict (tenant_id, user_id) do update set hash = excluded.hash, is_own = false, changed_at = now()`.execute(db)
}

/** Ends all sessions of a person, or all but one, and all their calendar feed addresses. */
export async function endSessions(db: Db, userId: string, because: string, except?: string): Promise<void> {
  // Locks the person first, in the order of every sign-in.
  await holdOwner(db, userId)
  const isEnded = except === undefined ? sql`true` : sql`id <> ${except}`
  await sql`update sessions set ended_at = now(), ended_because = ${because}
    where user_id = ${userId} and ended_at is null and ${isEnded}`.execute(db)
  await endAll(db, userId)
}

/**
 * Throws 400 and names the field when the password is one that others would guess first for this person. A deleted
 * person has no names to check.
 */
export async function requireUnguessable(db: Db, userId: string, password: string, path: string): Promise<void> {
  const names = await sql<{ known: string }>`
    select concat_ws(' ', u.username, u.email, u.mobile_no, right(u.mobile_no, 10), t.name, t.subdomain) as known
    from users u join tenants t on t.id = u.tenant_id where u.id = ${userId} and u.deleted_at is null`.execute(db)
  requireUncommon(
    password,
    path,
    names.rows.map(({ known }) => known),
  )
}

/**
 * Stores a person with a password, and gives them the role, if any. Throws 400 when the password is easily guessed; 403
 * and 404 for the role, naming its field; 404 when the company is not the transaction's; 409 when a name is taken.
 */
export async function create(db: Db, body: output<typeof userInput>): Promise<User> {
  const { password, tenantId, roleId, ...fields } = body
  if (tenantId) await requireInside(db, tenantId)
  const username = fields.username || fields.email || fields.mobileNo
  const created = await users.insert(db, { ...fields, username })
  await requireUnguessable(db, created.id, password, 'password')
  await setPassword(db, created.id, password)
  if (!roleId) return created
  // Last: if the role makes the person administrator, the company counts as settled, and an operator may then no longer
  // set a password.
  await aboutField('roleId', grantRole(db, created.id, roleId))
  return get(db, created.id)
}

/** Throws 409 and names the fields that people change only on their own page. */
async function refuseOwnSignInEdit(db: Db, id: string, edit: output<typeof userEdit>): Promise<void> {
  const stored = await get(db, id)
  const differs = (name: 'email' | 'mobileNo') =>
    edit[name] !== undefined && (edit[name] || null) !== (stored[name] || null)
  const paths = [...(['email', 'mobileNo'] as const).filter(differs), ...(edit.password ? ['password'] : [])]
  if (paths.length > 0)
    throw conflict(
      'How you sign in is changed on your own page, which asks for your password',
      paths.map((path) => ({ path, message: 'is changed on your own page, which asks for your password' })),
    )
}

/**
 * Changes a person. A new password ends their sessions. Throws 403 when the edit changes how somebody signs in who has
 * permissions that the caller lacks, or who is in another company; 409 when it changes the caller's own sign-in, or
 * would deactivate the last administrator.
 */
export async function update(db: Db, id: string, edit: output<typeof userEdit>, caller: Caller): Promise<User> {
  if (id === caller.userId) await refuseOwnSignInEdit(db, id, edit)
  const { password, ...fields } = edit
  const username =
    fields.username === null || fields.username === '' ? (fields.email ?? fields.mobileNo) : fields.username
  const changed = await users.update(db, { id }, { ...fields, username: username ?? undefined })
  if (password) {
    await requireUnguessable(db, id, password, 'password')
    await setPassword(db, id, password)
    await endSessions(db, id, 'password')
    await sql`select app.forget_devices(${id})`.execute(db)
    await unlock(db, id)
  }
  return changed
}

export const remove = (db: Db, id: string) => users.remove(db, { id })

export const unlock = (db: Db, id: string) => sql`select app.unlock_sign_in(${id}::uuid)`.execute(db)

export interface NewUser {
  username: string
  email: string | null
  mobileNo: string | null
  designation: string | null
  password: string
}

/** Stores a person with a password and returns their id. */
export async function insertUser(db: Db, { password, ...fields }: NewUser): Promise<string> {
  const { id } = await users.insert(db, fields)
  await setPassword(db, id, password)
  return id
}
