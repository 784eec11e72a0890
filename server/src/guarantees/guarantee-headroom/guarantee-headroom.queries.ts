import { type GuaranteeHeadroom, monthsAhead } from '@plinth/api/guarantees/guarantee-headroom'
import { monthsAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { headroomOf } from './limit-headroom.rules.ts'
import { limits, takesLimit } from './limits.queries.ts'

/** The used, planned and free amounts of each limit from today on. */
export async function get(db: Db): Promise<GuaranteeHeadroom> {
  const { day, limits: found } = await limits(db)
  const until = monthsAfter(day, monthsAhead)
  const without = await sql<{
    guarantees: number
    amount: number
  }>`select count(*) as guarantees, coalesce(sum(i.amount), 0) as amount
    from instruments i where i.facility_id is null and ${takesLimit}`.execute(db)
  return {
    from: day,
    until,
    facilities: found.map((limit) => headroomOf(limit, day, until)),
    withoutLimit: without.rows[0] ?? { guarantees: 0, amount: 0 },
  }
}
