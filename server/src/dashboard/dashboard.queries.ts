import {
  type ContractStatus,
  contractFigures,
  contractStatuses,
  statusCategories,
  statusesOfCategory,
} from '@plinth/api/contracts'
import type { Kpis } from '@plinth/api/dashboard'
import { depositFigures } from '@plinth/api/deposits'
import { sql } from 'kysely'
import type { Db } from '../kernel/tenancy.ts'
import { averageDays, type ContractColumns, contractRules, type DepositColumns, depositRules } from './figures.rules.ts'

/** What the database keeps added up: a few rows a tenant, whatever it has of contracts and deposits. */
const contracts: ContractColumns = {
  status: sql.ref('status'),
  wasAwarded: sql.ref('was_awarded'),
  contractType: sql.ref('contract_type'),
}
const deposits: DepositColumns = {
  contractStatus: sql.ref('contract_status'),
  status: sql.ref('status'),
  depositType: sql.ref('deposit_type'),
  // Of the others no days are added up.
  isDated: sql.lit(true),
}

type Counts = Partial<Record<ContractStatus, number>>
const counts = sql<Counts>`(select coalesce(jsonb_object_agg(status, contracts), '{}')
  from (select status, sum(contracts) as contracts from contract_figures group by status) counted)`

const costs = contractFigures
  .filter((name) => name !== 'paper_cost_by_contract_type')
  .map((name) => sql`coalesce(sum(paper_cost) filter (where ${contractRules[name](contracts)}), 0) as ${sql.id(name)}`)
const amounts = depositFigures
  .filter((name) => name !== 'average_refund_days' && name !== 'deposit_by_type')
  .map((name) => sql`coalesce(sum(amount) filter (where ${depositRules[name](deposits)}), 0) as ${sql.id(name)}`)

const isAveraged = depositRules.average_refund_days(deposits)
const average = averageDays(sql`sum(days) filter (where ${isAveraged})`, sql`sum(dated) filter (where ${isAveraged})`)

/** The entries of a figure that is a list, the largest first. */
const listed = sql`coalesce(jsonb_agg(jsonb_build_object('key', key, 'value', value) order by value desc, key), '[]')`

/** Every figure of the dashboard, in one statement: all of one moment. */
export async function kpis(db: Db): Promise<Kpis> {
  type Read = Omit<Kpis, 'contract_count_by_status'> & { counts: Counts }
  const read = await sql<Read>`select of_contracts.*, of_deposits.*, ${counts} as counts,
      (select ${listed} from (select contract_type as key, sum(paper_cost) as value from contract_figures
        where ${contractRules.paper_cost_by_contract_type(contracts)}
        group by contract_type having sum(contracts) > 0) types) as paper_cost_by_contract_type,
      (select ${listed} from (select deposit_type as key, sum(amount) as value from deposit_figures
        where ${depositRules.deposit_by_type(deposits)}
        group by deposit_type having sum(deposits) > 0) types) as deposit_by_type
    from (select ${sql.join(costs)} from contract_figures) of_contracts,
      (select ${sql.join(amounts)}, ${average} as average_refund_days from deposit_figures) of_deposits`.execute(db)
  const [row] = read.rows
  if (!row) throw new Error('a sum returned no row')
  return { ...row, contract_count_by_status: contractStatuses.map((key) => ({ key, value: row.counts[key] ?? 0 })) }
}

async function countsOf(db: Db): Promise<Counts> {
  const read = await sql<{ counts: Counts }>`select ${counts} as counts`.execute(db)
  return read.rows[0]?.counts ?? {}
}

/** How many contracts stand in each status; a status that none has counts 0. */
export async function statusSummary(db: Db) {
  const found = await countsOf(db)
  return contractStatuses.map((status) => ({ status, count: found[status] ?? 0 }))
}

/** How many contracts stand in each category of statuses; a category that none has counts 0. */
export async function categorySummary(db: Db) {
  const found = await countsOf(db)
  return statusCategories.map((statusCategory) => ({
    statusCategory,
    totalCount: statusesOfCategory[statusCategory].reduce((sum, status) => sum + (found[status] ?? 0), 0),
  }))
}
