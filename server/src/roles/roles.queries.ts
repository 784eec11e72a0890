import { flags } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import type { Db } from '../kernel/tenancy.ts'
import type { Grid, StartingRole } from './roles.rules.ts'

const columnOf = {
  canCreate: 'can_create',
  canView: 'can_view',
  canEdit: 'can_edit',
  canDelete: 'can_delete',
  canReport: 'can_report',
} as const

async function insertGrid(db: Db, roleId: string, grid: Grid): Promise<void> {
  const modules = await db.selectFrom('modules').select(['id', 'key']).execute()
  const rows = modules.flatMap(({ id, key }) => {
    const held = Object.entries(grid).find(([name]) => name === key)?.[1]
    if (!held) return []
    const columns = Object.fromEntries(flags.map((flag) => [columnOf[flag], held.includes(flag)]))
    return [{ role_id: roleId, module_id: id, ...columns }]
  })
  if (rows.length > 0) await db.insertInto('role_permissions').values(rows).execute()
}

/** Stores a role with its grid and returns its id. */
export async function insertRole(db: Db, { name, description, grid }: StartingRole): Promise<string> {
  const { id } = await db.insertInto('roles').values({ name, description }).returning('id').executeTakeFirstOrThrow()
  await insertGrid(db, id, grid)
  return id
}

/** Gives a person a role; giving it twice changes nothing. */
export const grantRole = (db: Db, userId: string, roleId: string) =>
  sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId}) on conflict do nothing`.execute(db)
