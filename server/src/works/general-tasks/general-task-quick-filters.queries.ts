import type { GeneralTaskQuickFilter } from '@plinth/api/works/general-tasks'
import { type SqlBool, sql } from 'kysely'
import { type QuickRules, today } from '../../kernel/records/quick-filters.ts'

const isOpen = sql<SqlBool>`general_tasks.state in ('OPEN', 'DOING')`
const due = sql.ref('general_tasks.due_on')

export const generalTaskQuickRules: QuickRules<GeneralTaskQuickFilter> = {
  MINE: sql`(${isOpen} and general_tasks.assignee_id = (select app.user_id()))`,
  OVERDUE: sql`(${isOpen} and ${due} < ${today})`,
  TODAY: sql`(${isOpen} and ${due} = ${today})`,
  THIS_WEEK: sql`(${isOpen} and ${due} >= ${today} and ${due} < (select date_trunc('week', app.today())::date + 7))`,
  WITHOUT_DAY: sql`(${isOpen} and ${due} is null)`,
  DONE_LATELY: sql`(general_tasks.state = 'DONE' and general_tasks.done_at >= (select app.day_start(app.today() - 6)))`,
}
