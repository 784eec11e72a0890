import type { Body } from '@plinth/api/kernel/endpoint'
import * as api from '@plinth/api/tenders/contracts'
import { type Expression, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import type { Db } from '../../kernel/db/tenancy.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, containsFolded, matchesOr, oneOf, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { groupingsOf, inGroup } from '../../kernel/records/groups.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { statusHistory } from '../../kernel/records/status-history.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { departmentIs, officeOf, ofOffices } from '../offices/office-conditions.queries.ts'
import { type ContractColumns, contractCount, ofContractFigure } from './contract-figures.queries.ts'
import { contractQuickRules } from './contract-quick-filters.queries.ts'
import { bidRule, spelling } from './contracts.rules.ts'

export const contracts = records<api.Contract>({
  table: 'contracts',
  fields: Object.keys(api.contractFields),
  spelling,
  computed: {
    ...officeOf(sql.ref('contracts.tenant_id'), sql.ref('contracts.office_id')),
    ...authorsOf('contracts'),
  },
})
const { column } = contracts

const figureColumns: ContractColumns = {
  status: column('status'),
  wasAwarded: sql`app.was_awarded(${column('status')}, ${column('awardedDate')})`,
  contractType: sql`coalesce(${column('contractType')}, '')`,
}

const quickRules = contractQuickRules({
  status: column('status'),
  closingDate: column('closingDate'),
  hasSecurity: sql`exists (select from security_deposits d where d.tenant_id = contracts.tenant_id
    and d.contract_id = contracts.id and d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
    and d.deposit_type !~* '(\\mEMD\\M|earnest)')`,
})

const groupings = groupingsOf(api.contractGroups, api.contract, contracts.valueOf)

/** The columns that the one-line search looks in. */
const searched = (['bidId', 'contractName', 'referenceNo', 'contractType', 'licenseHolderName'] as const).map((name) =>
  column(name),
)

type Filter = Omit<Body<typeof api.filterContracts>, 'pagination' | 'sort'>

const statusesOf = (category: api.StatusCategory) => api.statusesOfCategory[category]
const statusConditions = (column: Expression<unknown>, { status, statusCategory }: Filter) =>
  [status, statusCategory?.flatMap(statusesOf)].map((statuses) => oneOf(column, statuses))
const otherConditions = (filter: Filter) => [
  matchesOr(searched, filter.search, departmentIs(column('officeId'))),
  ...everyRule(quickRules, filter.quickFilters),
  ...ofContractFigure(figureColumns, filter.figure, filter.figureKey),
  contains(column('bidId'), filter.bidId),
  containsFolded(sql.ref('contracts.folded_name'), filter.contractName),
  contains(column('referenceNo'), filter.referenceNo),
  contains(column('licenseHolderName'), filter.licenseHolderName),
  contains(column('contractType'), filter.contractType),
  ...ofOffices(column('officeId'), filter),
  within(column('createdAt'), filter.dateRange),
  inGroup(groupings, filter.group),
]
const conditionsOf = (filter: Filter) => [...statusConditions(column('status'), filter), ...otherConditions(filter)]

const answers = contracts.written(api.contract)

export function search({ pagination, sort, ...filter }: Body<typeof api.filterContracts>) {
  const total = filter.figure ? sql`coalesce(sum(${column('paperCost')}), 0)` : undefined
  // With status filters only, the total is read from the stored figures instead of counting rows.
  const isTotalStored = otherConditions(filter).every((condition) => condition === undefined)
  const stored = isTotalStored ? { count: contractCount(statusConditions(sql.ref('status'), filter)) } : undefined
  return answers.search({ where: conditionsOf(filter), sort, pagination, total, stored }, 'figureTotal')
}

/** For each quick filter, the number of contracts of a search that meet it, and the sum of their bids. */
export const counts = (db: Db, filter: Body<typeof api.countContracts>) =>
  contracts.counts(db, conditionsOf(filter), quickRules, column('tenderBidValue'))

/** The groups of the contracts that a search finds. */
export const groups = (db: Db, { by, ...filter }: Body<typeof api.listContractGroups>) =>
  contracts.groups(db, conditionsOf(filter), groupings[by], { tenderBidValue: column('tenderBidValue') })

const findable = {
  name: column('contractName'),
  number: column('bidId'),
  detail: column('bidId'),
  status: column('status'),
}
export const find: Find = (db, sought) => findIn(db, 'contracts', findable, sought)

/** Throws 400 when more contracts match than an export may contain. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof api.exportContracts>) {
  const found = contracts.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'Contracts', entity: api.contract, columns, format, by: await companyOf(db) })
}

export const get = (id: string) => answers.get(id)

/** The contract, locked against changes until the transaction ends. Throws 404. */
export const getForShare = (db: Db, id: string) => contracts.getForShare(db, { id })

const bid = bidRule('tenderActualValue', 'tenderBidValue', 'tenderBidPercentage')

export const create = (values: output<typeof api.contractInput>) => answers.insert({ ...values, ...bid.ofNew(values) })

export const update = (db: Db, id: string, values: output<typeof api.contractEdit>) =>
  contracts.update(db, { id }, values, (stored) => bid.ofEdit(values, stored))

export const remove = (db: Db, id: string) => contracts.remove(db, { id })

/** Throws 404 when the contract does not exist. */
export async function history(db: Db, id: string) {
  await contracts.get(db, { id })
  return statusHistory(db, 'contracts', id)
}
