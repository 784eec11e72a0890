import {
  type Contract,
  contract,
  type contractEdit,
  contractFields,
  type contractInput,
  type exportContracts,
  type filterContracts,
  statusesOfCategory,
  type UsedLicense,
} from '@plinth/api/contracts'
import type { Body } from '@plinth/api/kernel/endpoint'
import { type SqlBool, sql } from 'kysely'
import type { output } from 'zod/v4/core'
import { type ContractColumns, ofContractFigure } from '../dashboard/figures.rules.ts'
import { contains, oneOf, within } from '../kernel/conditions.ts'
import { exportOf } from '../kernel/exports.ts'
import { records, statusHistory } from '../kernel/records.ts'
import type { Db } from '../kernel/tenancy.ts'
import { bidRule } from './contracts.rules.ts'

/** The columns whose spelling is not the wire's. */
export const spelling = { extensionCoun: 'extension_count', aggreementDate: 'agreement_date' }

const nameOf = (column: string, table: string) =>
  sql`(select u.username from users u where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.id = ${sql.ref(`${table}.${column}`)})`

/** Who made and who last changed a record of this table, by name. */
export const authorsOf = (table: string) => ({
  createdByName: nameOf('created_by', table),
  updatedByName: nameOf('updated_by', table),
})

export const contracts = records<Contract>({
  table: 'contracts',
  fields: Object.keys(contractFields),
  spelling,
  computed: authorsOf('contracts'),
})
const { column } = contracts

const figured: ContractColumns = {
  status: column('status'),
  wasAwarded: sql`app.was_awarded(${column('status')}, ${column('awardedDate')})`,
  contractType: sql`coalesce(${column('contractType')}, '')`,
}

const meeting = (filter: Omit<Body<typeof filterContracts>, 'pagination' | 'sort'>) => [
  ...ofContractFigure(figured, filter.figure, filter.figureKey),
  contains(column('bidId'), filter.bidId),
  contains(column('contractName'), filter.contractName),
  contains(column('referenceNo'), filter.referenceNo),
  contains(column('licenseHolderName'), filter.licenseHolderName),
  contains(column('contractType'), filter.contractType),
  oneOf(column('status'), filter.status),
  oneOf(
    column('status'),
    filter.statusCategory?.flatMap((category) => statusesOfCategory[category]),
  ),
  within(column('createdAt'), filter.dateRange),
]

export async function search(db: Db, { pagination, sort, ...filter }: Body<typeof filterContracts>) {
  const total = filter.figure ? sql`coalesce(sum(${column('paperCost')}), 0)` : undefined
  const found = await contracts.search(db, { where: meeting(filter), sort, pagination, total })
  return { ...found, figureTotal: found.total }
}

/** Throws 400 when more contracts meet the filters than an export may hold. */
export const exported = (db: Db, { format, columns, sort, ...filter }: Body<typeof exportContracts>) =>
  exportOf(contracts.walk(db, { where: meeting(filter), sort }), {
    name: 'Contracts',
    entity: contract,
    columns,
    format,
  })

export const get = (db: Db, id: string) => contracts.get(db, { id })

/** The contract, unchanged until the transaction ends. Throws 404. */
export const getForShare = (db: Db, id: string) => contracts.getForShare(db, { id })

const bid = bidRule('tenderActualValue', 'tenderBidValue', 'tenderBidPercentage')

export const create = (db: Db, values: output<typeof contractInput>) =>
  contracts.insert(db, { ...values, ...bid.ofNew(values) })

export const update = (db: Db, id: string, values: output<typeof contractEdit>) =>
  contracts.update(db, { id }, values, (stored) => bid.ofEdit(values, stored))

export const remove = (db: Db, id: string) => contracts.remove(db, { id })

/** Throws 404 when the contract is not there. */
export async function history(db: Db, id: string) {
  await get(db, id)
  return statusHistory(db, 'contracts', id)
}

// As the index contracts_licenses has them.
const license = sql`greatest(license_holder_name, ''), greatest(license_no, ''), greatest(license_id, '')`
const isLicensed = sql<SqlBool>`deleted_at is null and (license_holder_name <> '' or license_no <> '' or license_id <> '')`

/** The first 20 licences with the keyword in any part, by holder. It goes from each licence straight to the next. */
export async function searchLicenses(db: Db, keyword: string | null | undefined): Promise<UsedLicense[]> {
  const meant = ['holder', 'no', 'id'].flatMap((part) => contains(sql.ref(part), keyword) ?? [])
  const isMeant = meant.length > 0 ? sql.join(meant, sql` or `) : sql`true`
  const found = await sql<UsedLicense>`with recursive used (holder, no, id) as (
      (select ${license} from contracts where ${isLicensed} order by ${license} limit 1)
      union all
      select next.* from used cross join lateral (select ${license} from contracts
        where ${isLicensed} and (${license}) > (used.holder, used.no, used.id) order by ${license} limit 1) next
    )
    select nullif(id, '') as "licenseId", nullif(holder, '') as "licenseHolderName", nullif(no, '') as "licenseNo"
    from (select * from used where ${isMeant} limit 20) found order by holder, no, id`.execute(db)
  return found.rows
}
