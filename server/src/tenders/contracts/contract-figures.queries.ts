import type { ContractFigure, ContractStatus } from '@plinth/api/tenders/contracts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, equals } from '../../kernel/records/conditions.ts'

/**
 * Defines which contracts each figure of the dashboard sums up. The definitions apply to two tables: the stored
 * figures, which the dashboard reads, and the contracts, for the list behind a figure.
 */

type Column = Expression<unknown>

/** The columns that the rules for contracts use. */
export interface ContractColumns {
  status: Column
  /** Whether the contract was ever awarded. */
  wasAwarded: Column
  /** Empty for contracts without a type. */
  contractType: Column
}

/** Whether the column contains one of the statuses. */
export const among = <S extends string>(column: Column, statuses: readonly S[]) =>
  sql<SqlBool>`${column} in (${sql.join(statuses.map((status) => sql.lit(status)))})`

/** Whether a contract counts in a figure. */
export const contractRules: Record<ContractFigure, (columns: ContractColumns) => RawBuilder<SqlBool>> = {
  paper_cost_rejected: ({ status }) => among<ContractStatus>(status, ['REJECTED']),
  paper_cost_awarded: ({ wasAwarded }) => sql`${wasAwarded}`,
  paper_cost_pre_project: ({ status }) => among<ContractStatus>(status, ['DRAFT', 'SUBMITTED']),
  paper_cost_by_contract_type: () => sql`true`,
}

/**
 * The contracts that a figure sums up; for a figure that is a list, those of the entry `key`; without a figure, all.
 */
export const ofContractFigure = (
  columns: ContractColumns,
  figure: ContractFigure | null | undefined,
  key: string | null | undefined,
) =>
  figure
    ? [
        contractRules[figure](columns),
        figure === 'paper_cost_by_contract_type' ? equals(columns.contractType, key) : undefined,
      ]
    : ([] satisfies Condition[])

/**
 * The number of contracts that meet the conditions, from the company's stored figures. `conditions` use the column
 * `status`.
 */
export const contractCount = (conditions: readonly Condition[]) =>
  sql`(select coalesce(sum(contracts), 0) from contract_figures where ${sql.join(
    [sql`true`, ...conditions.filter((condition) => condition !== undefined)],
    sql` and `,
  )})`
