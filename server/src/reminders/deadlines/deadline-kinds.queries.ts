import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { type RawBuilder, sql } from 'kysely'
import { today } from '../../kernel/records/quick-filters.ts'

/** The kinds of deadlines as rows, each with its module, the direction in which its day moves, and whether it is critical. */
export const kinds = sql`(values ${sql.join(
  Object.entries(deadlineKinds).map(
    ([kind, { module, actBy, ...rest }]) =>
      sql`(${sql.lit(kind)}, ${sql.lit(module)}, ${sql.lit(actBy)}, ${sql.lit('isCritical' in rest)})`,
  ),
)}) k (kind, module, acts, is_critical)`

/** The day by which to act on a deadline `due`, from the rows of `days`; its own day if `days` has no row for it. */
export const actBy = sql`coalesce(case due.acts when 'before' then days.before when 'after' then days.after
  when 'bank before' then days.bank_before when 'bank after' then days.bank_after end, due.due_on)`

/**
 * The part `days` of a `with`: the days on which the rows of another part are due, each with the nearest working days of the company and of
 * banks. Days more than 4000 days from today have no row.
 */
export const daysNear = (due: RawBuilder<unknown>) => sql`days as materialized (
  select d.* from (select greatest(min(due_on), ${today} - 4000) as first, least(max(due_on), ${today} + 4000) as last from ${due}) span,
    app.act_days(span.first, span.last) d where span.first <= span.last)`

/** The part `acted` of a `with`: the deadlines of `due`, each with its waiver. */
export const acted = sql`acted as materialized (
  select due.*, m.id as mark_id, m.reason from due left join obligation_marks m on m.tenant_id = due.tenant_id
    and m.record_id = due.record_id and m.kind = due.kind and m.due_on = due.due_on and m.deleted_at is null)`
