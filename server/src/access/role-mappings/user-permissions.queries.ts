import type { UserPermission } from '@plinth/api/access/role-records'
import type { Flag } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { get as getUser } from '../users/users.queries.ts'

/** A module, with the names of the person's roles that have each flag on it. */
interface ModuleHolding extends Pick<UserPermission, 'moduleId' | 'moduleName' | 'moduleDescription' | 'moduleStatus'> {
  roleNames: Partial<Record<Flag, string[]>>
}

function userPermission({ roleNames, ...module }: ModuleHolding): UserPermission {
  const names = (flag: Flag) => roleNames[flag] ?? []
  const counts = (flag: Flag) => module.moduleStatus && names(flag).length > 0
  return {
    ...module,
    canCreate: counts('canCreate'),
    canView: counts('canView'),
    canEdit: counts('canEdit'),
    canDelete: counts('canDelete'),
    canReport: counts('canReport'),
    grantedBy: {
      canCreate: names('canCreate'),
      canView: names('canView'),
      canEdit: names('canEdit'),
      canDelete: names('canDelete'),
      canReport: names('canReport'),
    },
  }
}

/** A person's permissions in every module that their company can use, in the order of the sidebar. Throws 404. */
export async function permissionsOf(db: Db, userId: string): Promise<UserPermission[]> {
  await getUser(db, userId)
  const found = await sql<ModuleHolding>`
    with held as (
      select f.module_id, f.flag, array_agg(r.name order by lower(r.name)) as names
      from app.flags_of(${userId}) f join roles r on r.id = f.role_id group by f.module_id, f.flag)
    select m.id as "moduleId", m.name as "moduleName", m.description as "moduleDescription", m.status as "moduleStatus",
      (select coalesce(jsonb_object_agg(held.flag, held.names), '{}') from held where held.module_id = m.id)
        as "roleNames"
    from app.usable_modules m order by m.id`.execute(db)
  return found.rows.map(userPermission)
}
