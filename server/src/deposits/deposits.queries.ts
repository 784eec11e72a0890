import { contractFields } from '@plinth/api/contracts'
import {
  type ContractDeposit,
  type Deposit,
  type depositEdit,
  depositFields,
  type depositInput,
  type searchContractDeposits,
} from '@plinth/api/deposits'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import * as contracts from '../contracts/contracts.queries.ts'
import { contains, oneOf, within } from '../kernel/conditions.ts'
import { records } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'

export const deposits = records<Deposit>({
  table: 'security_deposits',
  fields: Object.keys(depositFields),
  fixed: ['contractId'],
  spelling: {
    depositSubmitedDate: 'deposit_submitted_date',
    depositeReturnedDate: 'deposit_returned_date',
    depositTransferedOwnAcDate: 'deposit_transferred_own_ac_date',
  },
})

/** Throws 404 when the contract is not there. */
export async function list(db: Db, contractId: string): Promise<Deposit[]> {
  await contracts.get(db, contractId)
  const ofContract = sql<SqlBool>`${deposits.column('contractId')} = ${contractId}`
  return deposits.list(db, [ofContract], { field: 'createdAt', direction: 'desc' })
}

export const get = (db: Db, contractId: string, id: string) => deposits.get(db, { contractId, id })

/** Throws 404 when the contract is not there. */
export const create = (db: Db, contractId: string, values: output<typeof depositInput>) =>
  deposits.insert(db, values, { contractId })

export const update = (db: Db, contractId: string, id: string, values: output<typeof depositEdit>) =>
  deposits.update(db, { contractId, id }, values)

export const remove = (db: Db, contractId: string, id: string) => deposits.remove(db, { contractId, id })

const ofContract = sql`d.tenant_id = contracts.tenant_id and d.contract_id = contracts.id and d.deleted_at is null`
const isLive = sql`d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')`

const contractDeposits = records<ContractDeposit>({
  table: 'contracts',
  fields: Object.keys(contractFields),
  spelling: contracts.spelling,
  computed: {
    totalDeposit: sql`(select count(*) from security_deposits d where ${ofContract} and ${isLive})`,
    totalAmount: sql`(select coalesce(sum(d.amount), 0) from security_deposits d where ${ofContract} and ${isLive})`,
    isProjectCreated: sql`exists (select from projects p where p.tenant_id = contracts.tenant_id
      and p.contract_id = contracts.id and p.deleted_at is null)`,
  },
})
const { column } = contractDeposits

/** Contracts with a deposit that meets every filter of the deposit group; all contracts when that group is empty. */
function withDeposit(filter: Body<typeof searchContractDeposits>) {
  const conditions = [
    contains(sql.ref('d.deposit_type'), filter.depositType),
    contains(sql.ref('d.account_holder_name'), filter.accountHolderName),
    contains(sql.ref('d.bank_account_no'), filter.bankAccountNo),
    oneOf(sql.ref('d.status'), filter.depositStatuses),
  ].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return undefined
  return sql<SqlBool>`exists (select from security_deposits d where ${ofContract} and ${sql.join(conditions, sql` and `)})`
}

export const searchContracts = (db: Db, filter: Body<typeof searchContractDeposits>) =>
  contractDeposits.search(db, {
    where: [
      contains(column('bidId'), filter.bidId),
      contains(column('contractName'), filter.contractName),
      contains(column('referenceNo'), filter.referenceNo),
      contains(column('description'), filter.description),
      contains(column('contractType'), filter.contractType),
      contains(column('licenseHolderName'), filter.licenseHolderName),
      oneOf(column('status'), filter.statuses),
      within(column('createdAt'), filter.dateRange),
      withDeposit(filter),
    ],
    sort: filter.sort,
    pagination: filter.pagination,
  })
