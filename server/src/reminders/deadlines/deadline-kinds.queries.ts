import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { sql } from 'kysely'

/** The kinds of deadlines as rows, each with its module, the direction in which its day moves, and whether it is critical. */
export const kinds = sql`(values ${sql.join(
  Object.entries(deadlineKinds).map(
    ([kind, { module, actBy, ...rest }]) =>
      sql`(${sql.lit(kind)}, ${sql.lit(module)}, ${sql.lit(actBy)}, ${sql.lit('isCritical' in rest)})`,
  ),
)}) k (kind, module, acts, is_critical)`

/** The part `acted` of a `with`: the deadlines of `due`, each with its waiver. */
export const acted = sql`acted as materialized (
  select due.*, m.id as mark_id, m.reason from due left join obligation_marks m on m.tenant_id = due.tenant_id
    and m.record_id = due.record_id and m.kind = due.kind and m.due_on = due.due_on and m.deleted_at is null)`
