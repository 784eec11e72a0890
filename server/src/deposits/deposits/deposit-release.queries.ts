import type { filterDeposits } from '@plinth/api/deposits/deposits'
import type { Body } from '@plinth/api/kernel/endpoint'
import { namesOf } from '@plinth/api/kernel/record'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'

/** Due days and next steps of the deposits of a list, read from the views `app.deposit_dues` and `app.deposit_releases`. */

/** Whether a row `r` of either view is open after its due day, and for how many days. */
export const isLate = sql<SqlBool>`(r.is_open and r.due_on < ${today})`
export const daysLate = sql`(case when ${isLate} then ${today} - r.due_on end)`

type Deposits = { tenantId: Expression<unknown>; id: Expression<unknown> }

/** Whether a row of the view meets the condition for the deposit. As a subquery of ids the view is read once, not for each deposit. */
const isIn = (id: Expression<unknown>, view: 'deposit_dues' | 'deposit_releases', condition: RawBuilder<unknown>) =>
  sql<SqlBool>`${id} in (select r.deposit_id from app.${sql.id(view)} r where ${condition})`

/** Whether a deposit is open after its due day. */
export const isOverdue = (id: Expression<unknown>) => isIn(id, 'deposit_dues', isLate)

/** The release fields of a list by their wire names, read from a row `r` of `deposit_releases`; some are in `deposit_dues`, too. */
const releaseColumns = {
  dueOn: sql`r.due_on`,
  daysOverdue: daysLate,
  nextStep: sql`r.next_step`,
  nextOn: sql`r.next_on`,
  ownerName: sql`(select u.username from users u where u.tenant_id = r.tenant_id and u.id = r.owner_id)`,
}

/**
 * The release fields in the form that `records` takes: `computed` reads one field, from the smaller view if that has it; `beside`
 * reads all of them at once. Its `offset 0` makes PostgreSQL run the subquery for each row of a page; without it, PostgreSQL may
 * compute the view for all deposits.
 */
export function releaseOf({ tenantId, id }: Deposits) {
  const ofDeposit = sql`r.tenant_id = ${tenantId} and r.deposit_id = ${id}`
  const readOne = (view: 'deposit_dues' | 'deposit_releases', value: RawBuilder<unknown>) =>
    sql`(select ${value} from app.${sql.id(view)} r where ${ofDeposit})`
  const names = namesOf(releaseColumns)
  const columns = names.map((name) => sql`${releaseColumns[name]} as ${sql.id(name)}`)
  return {
    computed: {
      dueOn: readOne('deposit_dues', releaseColumns.dueOn),
      daysOverdue: readOne('deposit_dues', releaseColumns.daysOverdue),
      nextStep: readOne('deposit_releases', releaseColumns.nextStep),
      nextOn: readOne('deposit_releases', releaseColumns.nextOn),
      ownerName: readOne('deposit_dues', releaseColumns.ownerName),
    },
    beside: {
      join: sql`left join lateral (select ${sql.join(columns)} from app.deposit_releases r where ${ofDeposit} offset 0) release on true`,
      values: Object.fromEntries(names.map((name) => [name, sql.ref(`release.${name}`)])),
    },
  }
}

type ReleaseFilter = Pick<Body<typeof filterDeposits>, 'ownerId' | 'nextStep' | 'dueBefore' | 'nextBy'>

export const releasedConditions = (id: Expression<unknown>, filter: ReleaseFilter): Condition[] => [
  filter.ownerId?.length ? isIn(id, 'deposit_dues', sql`r.owner_id = any(${filter.ownerId}::uuid[])`) : undefined,
  filter.nextStep?.length
    ? isIn(id, 'deposit_releases', sql`r.next_step = any(${filter.nextStep}::text[])`)
    : undefined,
  filter.dueBefore ? isIn(id, 'deposit_dues', sql`r.is_open and r.due_on < ${filter.dueBefore}::date`) : undefined,
  filter.nextBy ? isIn(id, 'deposit_releases', sql`r.is_open and r.next_on <= ${filter.nextBy}::date`) : undefined,
]
