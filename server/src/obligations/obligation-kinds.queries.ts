import { obligationKinds } from '@plinth/api/obligations'
import { sql } from 'kysely'

/** The kinds of duties as rows, with what each goes by: its module, the side to which its day moves, and whether it is critical. */
export const kinds = sql`(values ${sql.join(
  Object.entries(obligationKinds).map(
    ([kind, { module, actBy, ...rest }]) =>
      sql`(${sql.lit(kind)}, ${sql.lit(module)}, ${sql.lit(actBy)}, ${sql.lit('isCritical' in rest)})`,
  ),
)}) k (kind, module, acts, is_critical)`

/** The day by which to act on a duty `due`, by the working days `days` near its own: itself where nobody plans for it. */
export const actBy = sql`coalesce(case due.acts when 'before' then days.before when 'after' then days.after end, due.due_on)`
