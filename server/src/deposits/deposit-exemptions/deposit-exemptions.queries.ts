import {
  type createDepositExemption,
  type DepositExemption,
  exemptionFields,
  type filterDepositExemptions,
  type updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type Expression, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { matches, oneOf, oneOfIds, within } from '../../kernel/records/conditions.ts'
import { records } from '../../kernel/records/records.ts'

const contract = (value: Expression<unknown>) => sql`(select ${value} from contracts c
  where c.tenant_id = deposit_exemptions.tenant_id and c.id = deposit_exemptions.contract_id)`

const exemptions = records<DepositExemption>({
  table: 'deposit_exemptions',
  fields: Object.keys(exemptionFields),
  fixed: ['contractId'],
  computed: {
    bidId: contract(sql`c.bid_id`),
    contractName: contract(sql`c.contract_name`),
    contractStatus: contract(sql`c.status`),
    isNeeded: contract(sql`app.exemption_is_needed(deposit_exemptions.state, deposit_exemptions.purpose, c.status)`),
    ...authorsOf('deposit_exemptions'),
  },
})
const { column } = exemptions

const searched = [column('certificateNo'), exemptions.valueOf('bidId'), exemptions.valueOf('contractName')]

const conditionsOf = (filter: Omit<Body<typeof filterDepositExemptions>, 'pagination' | 'sort'>) => [
  matches(searched, filter.search),
  oneOfIds(column('contractId'), filter.contractId),
  oneOf(column('purpose'), filter.purpose),
  oneOf(column('ground'), filter.ground),
  oneOf(column('state'), filter.state),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterDepositExemptions>) =>
  exemptions.search(db, { where: conditionsOf(filter), sort, pagination })

/** Throws 404. */
export const get = (db: Db, id: string) => exemptions.get(db, { id })

/** Throws 400 for a contract that does not exist, 409 if the contract has an exemption for this purpose on the same ground. */
export const create = (db: Db, values: Body<typeof createDepositExemption>) =>
  exemptions.insert(db, values, { contractId: values.contractId })

/** Throws 404, 409 as `create` does, 412. */
export const update = (db: Db, id: string, values: Body<typeof updateDepositExemption>) =>
  exemptions.update(db, { id }, values)

/** Throws 404. */
export const remove = (db: Db, id: string) => exemptions.remove(db, { id })
