import type { SessionUser } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import { jsonOf } from '../../kernel/db/json-rows.ts'
import { OneStatement } from '../../kernel/db/one-statement.ts'
import { repeated } from '../../kernel/db/statements.ts'
import { noSession } from '../../kernel/errors.ts'

/** A user with the flags of every module, combined from all their roles, as JSON. */
export function sessionUserOf(userId: unknown) {
  const permissions = sql`select m.key as "moduleName", bool_or(p.can_create) as "canCreate", bool_or(p.can_view) as "canView",
      bool_or(p.can_edit) as "canEdit", bool_or(p.can_delete) as "canDelete", bool_or(p.can_report) as "canReport"
    from user_roles ur
    join roles r on r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status and m.deleted_at is null
    where ur.user_id = ${userId} group by m.key order by m.key`
  return sql`select row_to_json(answer) from (select u.id, u.tenant_id as "tenantId", t.name as "tenantName", t.time_zone as "timeZone", u.username, u.email,
      u.profile_image as "profileImage", u.language, t.kind = 'OPERATOR' as "isOperator", t.is_sample as "isSample",
      t.requires_second_factor and f.user_id is null as "mustSetUpSecondFactor",
      (select coalesce(json_agg(held), '[]') from (${permissions}) held) as permissions
    from users u join tenants t on t.id = u.tenant_id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${userId}) answer`
}
const sessionUserStatement = repeated((userId: object) => sessionUserOf(userId))

/** Throws 401 when the user is deleted. */
export function sessionUser(userId: string) {
  const { query, read } = jsonOf<SessionUser>(sessionUserStatement(userId))
  return new OneStatement(query, (rows) => {
    const found = read(rows)
    if (!found) throw noSession()
    return found
  })
}

export const setLanguage = (userId: string, language: NonNullable<SessionUser['language']>) =>
  new OneStatement(
    sql`update users set language = ${language} where id = ${userId} and language is distinct from ${language}`,
    () => {},
  )
