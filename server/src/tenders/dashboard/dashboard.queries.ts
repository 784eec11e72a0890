import { depositFigures } from '@plinth/api/deposits/deposits'
import {
  type ContractStatus,
  contractFigures,
  contractStatuses,
  statusCategories,
  statusesOfCategory,
} from '@plinth/api/tenders/contracts'
import type { Kpis } from '@plinth/api/tenders/dashboard'
import { sql } from 'kysely'
import {
  averageDays,
  type DepositColumns,
  type DepositMoney,
  depositMeasures,
  depositRules,
  liveAndBack,
} from '../../deposits/deposits/deposit-figures.queries.ts'
import { jsonOf } from '../../kernel/db/json-rows.ts'
import { type Compilable, OneStatement } from '../../kernel/db/one-statement.ts'
import { repeated } from '../../kernel/db/statements.ts'
import { type ContractColumns, contractRules } from '../contracts/contract-figures.queries.ts'

/**
 * The columns of the stored figures, which the database keeps up to date: a few rows for each company, however many
 * contracts and deposits it has.
 */
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
  // Always true, because the stored days come only from deposits that have both dates.
  isDated: sql.lit(true),
}

const money: DepositMoney = {
  amount: sql.ref('amount'),
  received: sql.ref('received'),
  lost: sql.ref('lost'),
  carried: sql.ref('carried'),
}

/** A query that returns one JSON value, which `answer` converts. */
const readJson = <Read, Answer>(query: Compilable, answer: (read: Read) => Answer) => {
  const statement = jsonOf<Read>(query)
  return new OneStatement(statement.query, (rows) => {
    const found = statement.read(rows)
    if (found === undefined) throw new Error('a sum returned no row')
    return answer(found)
  })
}

type Counts = Partial<Record<ContractStatus, number>>
const counts = (figures: string) => sql<Counts>`(select coalesce(jsonb_object_agg(status, contracts), '{}')
  from (select status, sum(contracts) as contracts from ${sql.table(figures)} group by status) counted)`

const costs = contractFigures
  .filter((name) => name !== 'paper_cost_by_contract_type')
  .map((name) => sql`coalesce(sum(paper_cost) filter (where ${contractRules[name](contracts)}), 0) as ${sql.id(name)}`)
const amounts = depositFigures
  .filter((name) => name !== 'average_refund_days' && name !== 'deposit_by_type')
  .map(
    (name) =>
      sql`coalesce(sum(${depositMeasures[name](money)}) filter (where ${depositRules[name](deposits)}), 0) as ${sql.id(name)}`,
  )

const isAveraged = depositRules.average_refund_days(deposits)
const average = averageDays(sql`sum(days) filter (where ${isAveraged})`, sql`sum(dated) filter (where ${isAveraged})`)

/** The entries of a figure that is a list, the largest first. */
const listed = sql`coalesce(jsonb_agg(jsonb_build_object('key', key, 'value', value) order by value desc, key), '[]')`

type Read = Omit<Kpis, 'contract_count_by_status'> & { counts: Counts }
const { isLive: live, isBack: back } = liveAndBack(deposits.status)

/** Reads each table once, and computes once per row the conditions that most figures share. */
const everyFigure = repeated(
  () => sql`with c as materialized (select * from contract_figures),
    d as materialized (select *, ${live} as is_live, ${back} as is_back from deposit_figures)
    select row_to_json(figures) from (select of_contracts.*, of_deposits.*, ${counts('c')} as counts,
      (select ${listed} from (select contract_type as key, sum(paper_cost) as value from c
        where ${contractRules.paper_cost_by_contract_type(contracts)}
        group by contract_type having sum(contracts) > 0) types) as paper_cost_by_contract_type,
      (select ${listed} from (select deposit_type as key, sum(${depositMeasures.deposit_by_type(money)}) as value from d
        where ${depositRules.deposit_by_type(deposits)}
        group by deposit_type having sum(deposits) > 0) types) as deposit_by_type
    from (select ${sql.join(costs)} from c) of_contracts,
      (select ${sql.join(amounts)}, ${average} as average_refund_days from d) of_deposits) figures`,
)

/** Every figure of the dashboard, all at one moment. */
export const kpis = () =>
  readJson(
    everyFigure(),
    ({ counts, ...row }: Read): Kpis => ({
      ...row,
      contract_count_by_status: contractStatuses.map((key) => ({ key, value: counts[key] ?? 0 })),
    }),
  )

const countsByStatus = repeated(() => sql`select ${counts('contract_figures')}`)

/** The number of contracts in each status, 0 included. */
export const statusSummary = () =>
  readJson(countsByStatus(), (found: Counts) =>
    contractStatuses.map((status) => ({ status, count: found[status] ?? 0 })),
  )

/** The number of contracts in each category of statuses, 0 included. */
export const categorySummary = () =>
  readJson(countsByStatus(), (found: Counts) =>
    statusCategories.map((statusCategory) => ({
      statusCategory,
      totalCount: statusesOfCategory[statusCategory].reduce((sum, status) => sum + (found[status] ?? 0), 0),
    })),
  )
