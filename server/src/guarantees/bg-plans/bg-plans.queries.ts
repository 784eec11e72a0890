import {
  type BgPlan,
  bgPlanFields,
  type createBgPlan,
  type filterBgPlans,
  updateBgPlan,
} from '@plinth/api/guarantees/bg-plans'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { forViewers, requireForChanges } from '../../kernel/http/permissions.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { matches, oneOf, oneOfIds, within } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'

/** Whether a plan `p` of the contract `c` counts against its limit. Plans of lost tenders do not. */
export const isCounted = (p: string) =>
  sql<SqlBool>`(${sql.ref(`${p}.state`)} = 'PLANNED' and ${sql.ref(`${p}.until_on`)} >= ${today}
    and c.deleted_at is null and c.status not in ('REJECTED', 'CANCELLED'))`

const facility = (value: Expression<unknown>) =>
  sql`(select ${value} from bank_facilities f where f.tenant_id = bg_plans.tenant_id and f.id = bg_plans.facility_id)`
const contract = (value: Expression<unknown>) =>
  sql`(select ${value} from contracts c where c.tenant_id = bg_plans.tenant_id and c.id = bg_plans.contract_id)`
/** A column of the contract; null for users who may not view contracts. */
const contractColumn = (column: string) => forViewers('Contracts', contract(sql.ref(`c.${column}`)))

const plans = records<BgPlan>({
  table: 'bg_plans',
  fields: Object.keys(bgPlanFields),
  computed: {
    facilityName: facility(sql`app.facility_name(f.bank, f.name)`),
    bidId: contractColumn('bid_id'),
    contractName: contractColumn('contract_name'),
    contractStatus: contractColumn('status'),
    instrumentNumber: forViewers(
      'Contracts',
      sql`(select i.number from instruments i where i.tenant_id = bg_plans.tenant_id and i.id = bg_plans.instrument_id)`,
    ),
    isCounted: contract(isCounted('bg_plans')),
    ...authorsOf('bg_plans'),
  },
})
const { column } = plans

const searched = (['facilityName', 'bidId', 'contractName'] as const).map((name) => plans.valueOf(name))

const conditionsOf = (filter: Omit<Body<typeof filterBgPlans>, 'pagination' | 'sort'>) => [
  matches(searched, filter.search),
  oneOfIds(column('facilityId'), filter.facilityId),
  oneOfIds(column('contractId'), filter.contractId),
  oneOf(column('purpose'), filter.purpose),
  oneOf(column('state'), filter.state),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterBgPlans>) =>
  plans.search(db, { where: conditionsOf(filter), sort, pagination })

/** Throws 404. */
export const get = (db: Db, id: string) => plans.get(db, { id })

/** Throws 400 for a contract, limit or guarantee that does not exist, 409 for a guarantee without a limit or of another plan. */
export const create = (db: Db, values: Body<typeof createBgPlan>) => plans.insert(db, values)

/** Throws 404, 400 and 409 as `create` does, 403 for a contract or guarantee that the caller may not view, 412. */
export async function update(db: Db, id: string, values: Body<typeof updateBgPlan>): Promise<BgPlan> {
  await requireForChanges(db, updateBgPlan, values, await plans.getForUpdate(db, { id }))
  return plans.update(db, { id }, values)
}

/** Throws 404. */
export const remove = (db: Db, id: string) => plans.remove(db, { id })
