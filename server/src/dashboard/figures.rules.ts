import { type ContractFigure, type ContractStatus, statusesOfCategory } from '@plinth/api/contracts'
import type { DepositFigure, DepositStatus } from '@plinth/api/deposits'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { equals } from '../kernel/conditions.ts'
import type { Condition } from '../kernel/record-shape.ts'

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
const isBack = ({ status }: DepositColumns) => among<DepositStatus>(status, ['REFUNDED', 'RETURNED', 'RELEASED'])
const isHeld = (columns: DepositColumns) => all(isLive(columns.status), sql`not ${isBack(columns)}`)

export const contractRules: Record<ContractFigure, Rule<ContractColumns>> = {
  paper_cost_rejected: ({ status }) => among<ContractStatus>(status, ['REJECTED']),
  paper_cost_awarded: ({ wasAwarded }) => sql`${wasAwarded}`,
  paper_cost_pre_project: ({ status }) => among<ContractStatus>(status, ['DRAFT', 'SUBMITTED']),
  paper_cost_by_contract_type: () => sql`true`,
}

export const depositRules: Record<DepositFigure, Rule<DepositColumns>> = {
  total_security_deposit: ({ status }) => isLive(status),
  total_refunded: isBack,
  refund_initiated: ({ status }) => among<DepositStatus>(status, ['PENDING_REFUND', 'PENDING_RELEASE']),
  pending_refund: (columns) =>
    all(
      isHeld(columns),
      sql`not ${among<DepositStatus>(columns.status, ['FORFEITED'])}`,
      on(columns, 'COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'),
    ),
  average_refund_days: (columns) => all(isBack(columns), columns.isDated),
  refunded_completed_project: (columns) => all(isBack(columns), on(columns, 'COMPLETED', 'CLOSED')),
  pre_project_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory['Pre-Project'])),
  unawarded_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'REJECTED', 'CANCELLED')),
  terminated_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'TERMINATED')),
  dispute_projects_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory.Dispute)),
  deposit_by_type: ({ status }) => isLive(status),
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
