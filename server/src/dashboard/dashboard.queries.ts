import {
  type ContractFigure,
  type ContractStatus,
  contractFigures,
  contractStatuses,
  statusCategories,
  statusesOfCategory,
} from '@plinth/api/contracts'
import type { Kpis } from '@plinth/api/dashboard'
import { type DepositFigure, type DepositStatus, depositFigures } from '@plinth/api/deposits'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, equals } from '../kernel/conditions.ts'
import { type Compilable, cellsOf, repeated } from '../kernel/statements.ts'
import type { Db } from '../kernel/tenancy.ts'

/**
 * Which records each figure of the dashboard adds up, said once: of the kept figures, from which the dashboard reads,
 * and of the records themselves, from which the list behind a figure is made.
 */

type Column = Expression<unknown>
type Rule<Columns> = (columns: Columns) => RawBuilder<SqlBool>

/** What the rules for contracts go by. */
export interface ContractColumns {
  status: Column
  /** Whether the contract was ever awarded. */
  wasAwarded: Column
  /** Empty for contracts without one. */
  contractType: Column
}

/** What the rules for deposits go by. */
export interface DepositColumns {
  contractStatus: Column
  status: Column
  /** Whether it was really paid, and whether it came back (`liveAndBack`). */
  isLive: Column
  isBack: Column
  depositType: Column
  /** Whether the days of submission and return are both known. */
  isDated: Column
}

const among = <S extends string>(column: Column, statuses: readonly S[]) =>
  sql<SqlBool>`${column} in (${sql.join(statuses.map((status) => sql.lit(status)))})`
const on = ({ contractStatus }: DepositColumns, ...statuses: ContractStatus[]) => among(contractStatus, statuses)
const all = (...conditions: Column[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Deposits that were really paid. */
export const isLive = (status: Column) =>
  sql<SqlBool>`not ${among<DepositStatus>(status, ['DRAFT', 'REJECTED', 'CANCELLED'])}`
/** What most of the figures ask of a deposit's status. */
export const liveAndBack = (status: Column) => ({
  isLive: isLive(status),
  isBack: among<DepositStatus>(status, ['REFUNDED', 'RETURNED', 'RELEASED']),
})
const isHeld = (columns: DepositColumns) => all(columns.isLive, sql`not ${columns.isBack}`)

const contractRules: Record<ContractFigure, Rule<ContractColumns>> = {
  paper_cost_rejected: ({ status }) => among<ContractStatus>(status, ['REJECTED']),
  paper_cost_awarded: ({ wasAwarded }) => sql`${wasAwarded}`,
  paper_cost_pre_project: ({ status }) => among<ContractStatus>(status, ['DRAFT', 'SUBMITTED']),
  paper_cost_by_contract_type: () => sql`true`,
}

const depositRules: Record<DepositFigure, Rule<DepositColumns>> = {
  total_security_deposit: (columns) => all(columns.isLive),
  total_refunded: (columns) => all(columns.isBack),
  refund_initiated: ({ status }) => among<DepositStatus>(status, ['PENDING_REFUND', 'PENDING_RELEASE']),
  pending_refund: (columns) =>
    all(
      isHeld(columns),
      sql`not ${among<DepositStatus>(columns.status, ['FORFEITED'])}`,
      on(columns, 'COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'),
    ),
  average_refund_days: (columns) => all(columns.isBack, columns.isDated),
  refunded_completed_project: (columns) => all(columns.isBack, on(columns, 'COMPLETED', 'CLOSED')),
  pre_project_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory['Pre-Project'])),
  unawarded_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'REJECTED', 'CANCELLED')),
  terminated_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'TERMINATED')),
  dispute_projects_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory.Dispute)),
  deposit_by_type: (columns) => all(columns.isLive),
}

type Maybe<T> = T | null | undefined

/** The contracts that a figure adds up, of a figure that is a list those of the entry `key`; without a figure all. */
export const ofContractFigure = (columns: ContractColumns, figure: Maybe<ContractFigure>, key: Maybe<string>) =>
  figure
    ? [
        contractRules[figure](columns),
        figure === 'paper_cost_by_contract_type' ? equals(columns.contractType, key) : undefined,
      ]
    : ([] satisfies Condition[])

/** The deposits that a figure adds up, of a figure that is a list those of the entry `key`; without a figure all. */
export const ofDepositFigure = (columns: DepositColumns, figure: Maybe<DepositFigure>, key: Maybe<string>) =>
  figure
    ? [depositRules[figure](columns), figure === 'deposit_by_type' ? equals(columns.depositType, key) : undefined]
    : ([] satisfies Condition[])

/** So many days on so many deposits, exactly as a JSON number divides; null over none. */
export const averageDays = (days: Column, deposits: Column) =>
  sql<number | null>`${days}::float8 / nullif(${deposits}, 0)::float8`

/** What the database keeps added up: a few rows a tenant, whatever it has of contracts and deposits. */
const contracts: ContractColumns = {
  status: sql.ref('status'),
  wasAwarded: sql.ref('was_awarded'),
  contractType: sql.ref('contract_type'),
}
const deposits: DepositColumns = {
  contractStatus: sql.ref('contract_status'),
  status: sql.ref('status'),
  isLive: sql.ref('is_live'),
  isBack: sql.ref('is_back'),
  depositType: sql.ref('deposit_type'),
  // Of the others no days are added up.
  isDated: sql.lit(true),
}

/** How many contracts of these statuses there are, as one figure of the tenant; `conditions` go by the column `status`. */
export const contractCount = (conditions: readonly Condition[]) =>
  sql`(select coalesce(sum(contracts), 0) from contract_figures where ${sql.join(
    [sql`true`, ...conditions.filter((condition) => condition !== undefined)],
    sql` and `,
  )})`

/** The one JSON value that a query answers. */
async function readJson<T>(db: Db, query: Compilable): Promise<T> {
  const [[text] = []] = await cellsOf(db, query)
  if (!text) throw new Error('a sum returned no row')
  return JSON.parse(text)
}

type Counts = Partial<Record<ContractStatus, number>>
const counts = (figures: string) => sql<Counts>`(select coalesce(jsonb_object_agg(status, contracts), '{}')
  from (select status, sum(contracts) as contracts from ${sql.table(figures)} group by status) counted)`

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

type Read = Omit<Kpis, 'contract_count_by_status'> & { counts: Counts }
const { isLive: live, isBack: back } = liveAndBack(deposits.status)

/** The figures are read once, and asked once of each row what most of them ask. */
const everyFigure = repeated(
  () => sql`with c as materialized (select * from contract_figures),
    d as materialized (select *, ${live} as is_live, ${back} as is_back from deposit_figures)
    select row_to_json(told) from (select of_contracts.*, of_deposits.*, ${counts('c')} as counts,
      (select ${listed} from (select contract_type as key, sum(paper_cost) as value from c
        where ${contractRules.paper_cost_by_contract_type(contracts)}
        group by contract_type having sum(contracts) > 0) types) as paper_cost_by_contract_type,
      (select ${listed} from (select deposit_type as key, sum(amount) as value from d
        where ${depositRules.deposit_by_type(deposits)}
        group by deposit_type having sum(deposits) > 0) types) as deposit_by_type
    from (select ${sql.join(costs)} from c) of_contracts,
      (select ${sql.join(amounts)}, ${average} as average_refund_days from d) of_deposits) told`,
)

/** Every figure of the dashboard, in one statement: all of one moment. */
export async function kpis(db: Db): Promise<Kpis> {
  const row = await readJson<Read>(db, everyFigure())
  return { ...row, contract_count_by_status: contractStatuses.map((key) => ({ key, value: row.counts[key] ?? 0 })) }
}

const countsByStatus = repeated(() => sql`select ${counts('contract_figures')}`)
const countsOf = (db: Db) => readJson<Counts>(db, countsByStatus())

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
