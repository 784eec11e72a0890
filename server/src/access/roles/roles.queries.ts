import {
  type gridRows,
  type Role,
  type RolePermission,
  type RoleWithGrid,
  type roleEdit,
  roleFields,
  type roleInput,
} from '@plinth/api/access/role-records'
import type { listRoles } from '@plinth/api/access/roles'
import type { Input } from '@plinth/api/kernel/endpoint'
import { type Flag, flags, type ModuleName } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import type { output } from 'zod/v4/core'
import type { Db } from '../../kernel/db/tenancy.ts'
import { requireInside } from '../../kernel/http/permissions.ts'
import { contains } from '../../kernel/records/conditions.ts'
import { records } from '../../kernel/records/records.ts'

interface StartingRole {
  name: string
  description: string
  grid: Partial<Record<ModuleName, readonly Flag[]>>
  /** Flags on every other module that the company can use, including modules entered by operators. */
  elsewhere?: readonly Flag[]
}

const view = ['canView'] as const
const write = ['canView', 'canCreate', 'canEdit'] as const

/** The role of the operator's own people: companies, people and roles, but no data of customers. */
export const operatorAdministrator: StartingRole = {
  name: 'Administrator',
  description: 'Runs this installation',
  grid: {
    Tenants: flags,
    Modules: flags,
    User: flags,
    Role: flags,
    UserRoleMapping: flags,
    'Audit Trail': ['canView', 'canReport'],
    Credentials: ['canEdit'],
    Home: view,
    About: view,
  },
}

/** The roles that a new company starts with, from the widest to the narrowest. */
export const startingRoles: readonly StartingRole[] = [
  { name: 'Administrator', description: 'Everything in this company', grid: {}, elsewhere: flags },
  {
    name: 'Tender executive',
    description: 'Prepares tenders, follows deposits, starts projects from awards',
    grid: {
      Home: view,
      About: view,
      Contracts: [...write, 'canReport'],
      Projects: write,
      'Project Tasks': view,
      'General Tasks': write,
      Reminders: view,
      Notification: view,
    },
  },
  {
    name: 'Accounts',
    description: 'Deposits, payments and tax',
    grid: {
      Home: view,
      About: view,
      Contracts: ['canView', 'canEdit', 'canReport'],
      Projects: view,
      'General Tasks': write,
      Payments: write,
      GST: write,
      'Measurement Book': view,
      Payroll: write,
      Reports: ['canView', 'canReport'],
    },
  },
  {
    name: 'Project manager',
    description: 'Delivers projects and their tasks',
    grid: {
      Home: view,
      About: view,
      Contracts: view,
      Projects: [...write, 'canReport'],
      'Project Tasks': flags,
      'Measurement Book': flags,
      'General Tasks': write,
      Inventories: write,
      Attendance: view,
      Vehicles: view,
    },
  },
  {
    name: 'Site engineer',
    description: 'Reports progress from the site',
    grid: {
      Home: view,
      About: view,
      Projects: view,
      'Project Tasks': write,
      'Measurement Book': write,
      'General Tasks': write,
      Inventories: view,
      Attendance: write,
    },
  },
  {
    name: 'Auditor',
    description: 'Reads and exports, changes nothing',
    grid: {},
    elsewhere: ['canView', 'canReport'],
  },
]

const roles = records<Role>({
  table: 'roles',
  fields: Object.keys(roleFields),
  fixed: ['tenantId'],
  computed: {
    tenantName: sql`(select t.name from tenants t where t.id = roles.tenant_id)`,
    userCount: sql`(select count(*) from user_roles ur
      join users u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = roles.id)`,
  },
})

/** Every role of the transaction's company. Throws 404 when another company is named. */
export async function list(db: Db, { tenantId, name, description }: Input<typeof listRoles>['query']): Promise<Role[]> {
  if (tenantId) await requireInside(db, tenantId)
  const { column } = roles
  const where = [contains(column('name'), name), contains(column('description'), description)]
  return roles.list(db, where, { field: 'name', direction: 'asc' })
}

/** A row for every module that the company can use, in the order of the sidebar. */
async function readGrid(db: Db, roleId: string): Promise<RolePermission[]> {
  const found = await sql<RolePermission>`
    select ${roleId}::uuid as "roleId", m.id as "moduleId", m.name as "moduleName",
      coalesce(p.can_create, false) as "canCreate", coalesce(p.can_view, false) as "canView",
      coalesce(p.can_edit, false) as "canEdit", coalesce(p.can_delete, false) as "canDelete",
      coalesce(p.can_report, false) as "canReport"
    from app.usable_modules m left join role_permissions p on p.role_id = ${roleId} and p.module_id = m.id
    order by m.id`.execute(db)
  return found.rows
}

/** The stored permissions of a role in one module. */
type GridRow = Record<Flag, boolean> & { moduleId: string }
type RowOfRole = GridRow & { roleId: string }

export const gridRow = (moduleId: string, held: readonly Flag[]): GridRow => ({
  moduleId,
  canCreate: held.includes('canCreate'),
  canView: held.includes('canView'),
  canEdit: held.includes('canEdit'),
  canDelete: held.includes('canDelete'),
  canReport: held.includes('canReport'),
})

/** Stores rows of the grids of roles; their other rows stay. */
async function writeGrids(db: Db, rows: readonly RowOfRole[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into role_permissions (role_id, module_id, can_create, can_view, can_edit, can_delete, can_report)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}) as sent ("roleId" uuid, "moduleId" uuid,
      "canCreate" boolean, "canView" boolean, "canEdit" boolean, "canDelete" boolean, "canReport" boolean)
    on conflict (tenant_id, role_id, module_id) do update set can_create = excluded.can_create,
      can_view = excluded.can_view, can_edit = excluded.can_edit, can_delete = excluded.can_delete,
      can_report = excluded.can_report`.execute(db)
}

/**
 * Stores rows of a role's grid from a request. Clients may send back extra fields of the response; only the flags are
 * stored.
 */
const writeGrid = (db: Db, roleId: string, rows: readonly GridRow[]) =>
  writeGrids(
    db,
    rows.map((row) => ({
      roleId,
      ...gridRow(
        row.moduleId,
        flags.filter((flag) => row[flag]),
      ),
    })),
  )

const withGrid = async (db: Db, role: Role): Promise<RoleWithGrid> => ({
  ...role,
  permissions: await readGrid(db, role.id),
})

/** Throws 404. */
export const get = async (db: Db, id: string) => withGrid(db, await roles.get(db, { id }))

/**
 * Stores a role with its grid. Throws 403 when it has a permission that the caller lacks, 404 when another company or
 * an unknown module is named, 409 when the name is taken.
 */
export async function create(db: Db, { tenantId, permissions = [], ...fields }: output<typeof roleInput>) {
  if (tenantId) await requireInside(db, tenantId)
  const role = await roles.insert(db, fields)
  await writeGrid(db, role.id, permissions)
  return withGrid(db, role)
}

/** Changes a role and the rows of its grid that are sent. Throws 403, 404 and 409 as `create` does, and 412. */
export async function update(db: Db, id: string, { permissions = [], ...fields }: output<typeof roleEdit>) {
  const role = await roles.update(db, { id }, fields)
  await writeGrid(db, id, permissions)
  return withGrid(db, role)
}

/** Throws 404; 409 when somebody holds the role. */
export const remove = (db: Db, id: string) => roles.remove(db, { id })

/** Throws 404. */
export const gridOf = async (db: Db, id: string) => (await get(db, id)).permissions

/** Changes rows of a grid, which counts as an edit of the role. Throws 403 and 404 as `create` does. */
export const setGrid = async (db: Db, id: string, permissions: output<typeof gridRows>) =>
  (await update(db, id, { permissions })).permissions

/** Stores roles with their grids and returns the roles' ids by name. */
export async function insertRoles(db: Db, startingRoles: readonly StartingRole[]): Promise<Map<string, string>> {
  await sql`select app.hold_modules()`.execute(db)
  const modules = await sql<{ id: string; key: string }>`select id, key from app.usable_modules`.execute(db)
  const ids = new Map<string, string>()
  const rows: RowOfRole[] = []
  for (const { name, description, grid, elsewhere = [] } of startingRoles) {
    const { id: roleId } = await roles.insert(db, { name, description })
    ids.set(name, roleId)
    const held = new Map(Object.entries(grid))
    for (const { id, key } of modules.rows) {
      const allowed = held.get(key) ?? elsewhere
      if (allowed.length > 0) rows.push({ roleId, ...gridRow(id, allowed) })
    }
  }
  await writeGrids(db, rows)
  return ids
}

/** Stores a role with its grid and returns its id. */
export async function insertRole(db: Db, role: StartingRole): Promise<string> {
  const [id] = (await insertRoles(db, [role])).values()
  if (id === undefined) throw new Error('no role')
  return id
}

/** Gives a person a role. Does nothing if they have it already. */
export const grantRole = (db: Db, userId: string, roleId: string) =>
  sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId}) on conflict do nothing`.execute(db)
