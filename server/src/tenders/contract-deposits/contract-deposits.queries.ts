import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type ContractDeposit,
  contractDeposit,
  type exportContractDeposits,
  type listContractDepositGroups,
  type searchContractDeposits,
} from '@plinth/api/tenders/contract-deposits'
import { contractFields, contractGroups } from '@plinth/api/tenders/contracts'
import { type SqlBool, sql } from 'kysely'
import { isLive } from '../../deposits/deposits/deposit-figures.queries.ts'
import { isHeld } from '../../deposits/deposits/deposit-quick-filters.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, equals, matchesOr, oneOf, within } from '../../kernel/records/conditions.ts'
import { groupingsOf, inGroup } from '../../kernel/records/groups.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { spelling } from '../contracts/contracts.rules.ts'
import { departmentIs, officeOf, ofOffices } from '../offices/office-conditions.queries.ts'

type Filter<B> = Omit<B, 'pagination' | 'sort'>

const ofContract = sql`d.tenant_id = contracts.tenant_id and d.contract_id = contracts.id and d.deleted_at is null`
const live = sql`${ofContract} and ${isLive(sql.ref('d.status'))}`

const contractDeposits = records<ContractDeposit>({
  table: 'contracts',
  fields: Object.keys(contractFields),
  spelling,
  computed: {
    ...officeOf(sql.ref('contracts.tenant_id'), sql.ref('contracts.office_id')),
    ...authorsOf('contracts'),
    totalDeposit: sql`(select count(*) from security_deposits d where ${live})`,
    totalAmount: sql`(select coalesce(sum(d.amount - d.carried_amount), 0) from security_deposits d where ${live})`,
    isProjectCreated: sql`exists (select from projects p where p.tenant_id = contracts.tenant_id
      and p.contract_id = contracts.id and p.deleted_at is null)`,
  },
})
const { column } = contractDeposits

/** Contracts with a deposit that meets all deposit filters; all contracts when no deposit filter is set. */
function withDeposit(filter: Filter<Body<typeof searchContractDeposits>>) {
  const conditions = [
    contains(sql.ref('d.deposit_type'), filter.depositType),
    contains(sql.ref('d.account_holder_name'), filter.accountHolderName),
    contains(sql.ref('d.bank_account_no'), filter.bankAccountNo),
    oneOf(sql.ref('d.status'), filter.depositStatuses),
  ].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return undefined
  return sql<SqlBool>`exists (select from security_deposits d where ${ofContract} and ${sql.join(conditions, sql` and `)})`
}

const groupings = groupingsOf(contractGroups, contractDeposit, contractDeposits.valueOf)

const searched = (['bidId', 'contractName', 'referenceNo', 'contractType', 'licenseHolderName'] as const).map((name) =>
  column(name),
)

const conditionsOf = (filter: Filter<Body<typeof searchContractDeposits>>) => [
  matchesOr(searched, filter.search, departmentIs(column('officeId'))),
  equals(column('id'), filter.contractId),
  contains(column('bidId'), filter.bidId),
  contains(column('contractName'), filter.contractName),
  contains(column('referenceNo'), filter.referenceNo),
  contains(column('description'), filter.description),
  contains(column('contractType'), filter.contractType),
  contains(column('licenseHolderName'), filter.licenseHolderName),
  oneOf(column('status'), filter.statuses),
  ...ofOffices(column('officeId'), filter),
  within(column('createdAt'), filter.dateRange),
  withDeposit(filter),
  inGroup(groupings, filter.group),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof searchContractDeposits>) =>
  contractDeposits.search(db, { where: conditionsOf(filter), sort, pagination })

/** The same contracts, joined once with the sums of their deposits, so that groups can sum them up. */
const summedContracts = records<ContractDeposit>({
  table: 'contracts',
  fields: Object.keys(contractFields),
  spelling,
  joined: sql`left join lateral (select sum(d.amount - d.carried_amount) as total, sum(d.open_amount) filter (where ${isHeld(sql.ref('d.status'))}) as held
    from security_deposits d where ${live}) deposited on true`,
})

/** The groups of the contracts that a deposit search finds. */
export const groups = (db: Db, { by, ...filter }: Body<typeof listContractDepositGroups>) =>
  summedContracts.groups(db, conditionsOf(filter), groupings[by], {
    totalAmount: sql.ref('deposited.total'),
    held: sql.ref('deposited.held'),
  })

/** Throws 400 when more contracts match than an export may contain. */
export const exported = async (db: Db, { format, columns, sort, ...filter }: Body<typeof exportContractDeposits>) =>
  exportOf(contractDeposits.walk(db, { where: conditionsOf(filter), sort }), {
    name: 'Contract deposits',
    entity: contractDeposit,
    columns,
    format,
    by: await companyOf(db),
  })
