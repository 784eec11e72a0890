import type { filterDeposits } from '@plinth/api/deposits/deposits'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'

/** Due days and next steps of the deposits of a list, from a row `s` of the table `deposit_states`. */

/** Whether a deposit is open after its due day, and for how many days. */
export const isLate = sql<SqlBool>`(s.is_open and s.due_on < ${today})`
export const daysLate = sql`(case when ${isLate} then ${today} - s.due_on end)`

/** The release fields of a list by their wire names. */
export const released = {
  dueOn: sql`s.due_on`,
  daysOverdue: daysLate,
  nextStep: sql`s.next_step`,
  nextOn: sql`s.next_on`,
  ownerName: sql`(select u.username from users u where u.tenant_id = s.tenant_id and u.id = s.owner_id)`,
}

type ReleaseFilter = Pick<Body<typeof filterDeposits>, 'ownerId' | 'nextStep' | 'dueBefore' | 'nextBy'>

export const releasedConditions = (filter: ReleaseFilter): Condition[] => [
  filter.ownerId?.length ? sql`s.owner_id = any(${filter.ownerId}::uuid[])` : undefined,
  filter.nextStep?.length ? sql`s.next_step = any(${filter.nextStep}::text[])` : undefined,
  filter.dueBefore ? sql`(s.is_open and s.due_on < ${filter.dueBefore}::date)` : undefined,
  filter.nextBy ? sql`(s.is_open and s.next_on <= ${filter.nextBy}::date)` : undefined,
]
