import type { filterDeposits } from '@plinth/api/deposits/deposits'
import type { Body } from '@plinth/api/kernel/endpoint'
import { namesOf } from '@plinth/api/kernel/record'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'

/** What `app.deposit_dues` and `app.deposit_releases` tell of the deposits of a list: when they come back, and what is next. */

/** Whether a row `r` of either view is open after the day on which it was due, and for how many days. */
export const isLate = sql<SqlBool>`(r.is_open and r.due_on < ${today})`
export const daysLate = sql`(case when ${isLate} then ${today} - r.due_on end)`

type Deposits = { tenantId: Expression<unknown>; id: Expression<unknown> }

/** Deposits of which a view tells what meets the condition: asked once for all, and not of each. */
const among = (id: Expression<unknown>, view: 'deposit_dues' | 'deposit_releases', condition: RawBuilder<unknown>) =>
  sql<SqlBool>`${id} in (select r.deposit_id from app.${sql.id(view)} r where ${condition})`

/** What is open after the day on which it was due. */
export const isOverdue = (id: Expression<unknown>) => among(id, 'deposit_dues', isLate)

/** What a list tells of each deposit's release, by wire name, read from a row `r` of `deposit_releases`; some are in `deposit_dues`, too. */
const told = {
  dueOn: sql`r.due_on`,
  daysOverdue: daysLate,
  nextStep: sql`r.next_step`,
  nextOn: sql`r.next_on`,
  ownerName: sql`(select u.username from users u where u.tenant_id = r.tenant_id and u.id = r.owner_id)`,
}

/**
 * The same as `records` takes it: `computed` reads one field, from the smaller view where that has it; `beside` reads all of
 * them at once. Its `offset 0` keeps it a question about each row of a page: joined freely, it may be worked out for all deposits.
 */
export function releaseOf({ tenantId, id }: Deposits) {
  const ofIt = sql`r.tenant_id = ${tenantId} and r.deposit_id = ${id}`
  const one = (view: 'deposit_dues' | 'deposit_releases', value: RawBuilder<unknown>) =>
    sql`(select ${value} from app.${sql.id(view)} r where ${ofIt})`
  const names = namesOf(told)
  const columns = names.map((name) => sql`${told[name]} as ${sql.id(name)}`)
  return {
    computed: {
      dueOn: one('deposit_dues', told.dueOn),
      daysOverdue: one('deposit_dues', told.daysOverdue),
      nextStep: one('deposit_releases', told.nextStep),
      nextOn: one('deposit_releases', told.nextOn),
      ownerName: one('deposit_dues', told.ownerName),
    },
    beside: {
      join: sql`left join lateral (select ${sql.join(columns)} from app.deposit_releases r where ${ofIt} offset 0) release on true`,
      values: Object.fromEntries(names.map((name) => [name, sql.ref(`release.${name}`)])),
    },
  }
}

type Sought = Pick<Body<typeof filterDeposits>, 'ownerId' | 'nextStep' | 'dueBefore' | 'nextBy'>

export const releasedConditions = (id: Expression<unknown>, filter: Sought): Condition[] => [
  filter.ownerId?.length ? among(id, 'deposit_dues', sql`r.owner_id = any(${filter.ownerId}::uuid[])`) : undefined,
  filter.nextStep?.length
    ? among(id, 'deposit_releases', sql`r.next_step = any(${filter.nextStep}::text[])`)
    : undefined,
  filter.dueBefore ? among(id, 'deposit_dues', sql`r.is_open and r.due_on < ${filter.dueBefore}::date`) : undefined,
  filter.nextBy ? among(id, 'deposit_releases', sql`r.is_open and r.next_on <= ${filter.nextBy}::date`) : undefined,
]
