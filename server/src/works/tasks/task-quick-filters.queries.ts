import type { TaskQuickFilter } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { type QuickRules, today } from '../../kernel/records/quick-filters.ts'
import { belowProgress } from './tasks.queries.ts'

const isOver = sql`tasks.status in ('COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED')`
/** A task without dates of its own has those of the tasks below it. */
const due = sql`coalesce(tasks.given_end_date, tasks.below_given_end)`
const ended = sql`coalesce(tasks.actual_end_date,
  case when tasks.ended_sub_tasks = tasks.counted_sub_tasks then tasks.below_actual_end end)`
const isOpen = sql`(not ${isOver}
  and not (tasks.given_end_date is null and tasks.sub_tasks > 0 and ${belowProgress('tasks')} = 100))`
const caller = sql`(select app.user_id())`

/** Overdue is what the screens call late (`lateSpan` of the Gantt chart), limited to open tasks. */
export const taskQuickRules: QuickRules<TaskQuickFilter> = {
  MINE: sql`(${isOpen} and tasks.assigned_to = ${caller})`,
  OVERDUE: sql`(${isOpen} and coalesce(${ended}, ${today}) > ${due})`,
  DUE_TODAY: sql`(${isOpen} and ${due} = ${today})`,
  THIS_WEEK: sql`(${isOpen} and ${due} >= ${today} and ${due} < (select date_trunc('week', app.today())::date + 7))`,
  TO_REVIEW: sql`(tasks.status = 'UNDER_REVIEW' and tasks.review_requested_by is distinct from ${caller})`,
}
