import type { ContractFigure, ContractStatus } from '@plinth/api/tenders/contracts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, equals } from '../../kernel/records/conditions.ts'

/**
 * Which contracts each figure of the dashboard adds up, said once: of the kept figures, from which the dashboard reads, and
 * of the contracts themselves, from which the list behind a figure is made.
 */

type Column = Expression<unknown>

/** What the rules for contracts go by. */
export interface ContractColumns {
  status: Column
  /** Whether the contract was ever awarded. */
  wasAwarded: Column
  /** Empty for contracts without one. */
  contractType: Column
}

/** The column holds one of the statuses. */
export const among = <S extends string>(column: Column, statuses: readonly S[]) =>
  sql<SqlBool>`${column} in (${sql.join(statuses.map((status) => sql.lit(status)))})`

/** Whether a contract counts in a figure. */
export const contractRules: Record<ContractFigure, (columns: ContractColumns) => RawBuilder<SqlBool>> = {
  paper_cost_rejected: ({ status }) => among<ContractStatus>(status, ['REJECTED']),
  paper_cost_awarded: ({ wasAwarded }) => sql`${wasAwarded}`,
  paper_cost_pre_project: ({ status }) => among<ContractStatus>(status, ['DRAFT', 'SUBMITTED']),
  paper_cost_by_contract_type: () => sql`true`,
}

/** The contracts that a figure adds up, of a figure that is a list those of the entry `key`; without a figure all. */
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

/** How many contracts of these statuses there are, as one figure of the tenant; `conditions` go by the column `status`. */
export const contractCount = (conditions: readonly Condition[]) =>
  sql`(select coalesce(sum(contracts), 0) from contract_figures where ${sql.join(
    [sql`true`, ...conditions.filter((condition) => condition !== undefined)],
    sql` and `,
  )})`
