import type { ProjectQuickFilter } from '@plinth/api/works/projects'
import { type SqlBool, sql } from 'kysely'
import { type QuickRules, today } from '../../kernel/records/quick-filters.ts'

const isOpen = sql<SqlBool>`(projects.status not in ('COMPLETED', 'TERMINATED', 'CANCELLED'))`
/** The day on which the last task ended; null while a task has not ended. */
const ended = sql`case when projects.ended_sub_tasks = projects.counted_sub_tasks then projects.below_actual_end end`

export const projectQuickRules: QuickRules<ProjectQuickFilter> = {
  OPEN: isOpen,
  LATE: sql`(${isOpen} and coalesce(${ended}, ${today}) > least(projects.given_end_date, projects.below_given_end))`,
  OVER_COST: sql`(projects.below_actual_amount > projects.below_estimated_amount and projects.below_estimated_amount > 0
    or projects.below_actual_amount > projects.project_bid_value and projects.project_bid_value > 0)`,
}
