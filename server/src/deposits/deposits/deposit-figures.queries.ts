import type { DepositFigure, DepositStatus } from '@plinth/api/deposits/deposits'
import { type ContractStatus, statusesOfCategory } from '@plinth/api/tenders/contracts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, equals } from '../../kernel/records/conditions.ts'
import { among } from '../../tenders/contracts/contract-figures.queries.ts'

/**
 * Which deposits each figure of the dashboard adds up, said once: of the kept figures, from which the dashboard reads, and of
 * the deposits themselves, from which the list behind a figure is made.
 */

type Column = Expression<unknown>

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

/** What is added up of deposits: their amounts, and what became of them. */
export interface DepositMoney {
  amount: Column
  received: Column
  lost: Column
  carried: Column
}

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

/** Whether a deposit counts in a figure. */
export const depositRules: Record<DepositFigure, (columns: DepositColumns) => RawBuilder<SqlBool>> = {
  total_security_deposit: (columns) => all(columns.isLive),
  total_refunded: (columns) => all(columns.isLive),
  refund_initiated: ({ status }) => among<DepositStatus>(status, ['PENDING_REFUND', 'PENDING_RELEASE']),
  pending_refund: (columns) =>
    all(
      isHeld(columns),
      sql`not ${among<DepositStatus>(columns.status, ['FORFEITED'])}`,
      on(columns, 'COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'),
    ),
  average_refund_days: (columns) => all(columns.isBack, columns.isDated),
  refunded_completed_project: (columns) => all(columns.isLive, on(columns, 'COMPLETED', 'CLOSED')),
  pre_project_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory['Pre-Project'])),
  unawarded_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'REJECTED', 'CANCELLED')),
  terminated_projects_deposit: (columns) => all(isHeld(columns), on(columns, 'TERMINATED')),
  dispute_projects_deposit: (columns) => all(isHeld(columns), on(columns, ...statusesOfCategory.Dispute)),
  deposit_by_type: (columns) => all(columns.isLive),
  total_open: (columns) => all(columns.isLive),
  total_lost: (columns) => all(columns.isLive),
}

/** What a deposit comes to but for what was carried from it into another one, which counts there. */
export const own = ({ amount, carried }: DepositMoney) => sql`(${amount} - ${carried})`
const received = ({ received: back }: DepositMoney) => sql`${back}`
const open = ({ amount, received: back, lost, carried }: DepositMoney) =>
  sql`(${amount} - ${back} - ${lost} - ${carried})`
const notBack = ({ amount, received: back, carried }: DepositMoney) => sql`(${amount} - ${carried} - ${back})`

/** What of a deposit a figure adds up, in rupees; of the average that is its amount, which its list tells. */
export const depositMeasures: Record<DepositFigure, (money: DepositMoney) => RawBuilder<unknown>> = {
  total_security_deposit: own,
  total_refunded: received,
  refund_initiated: open,
  pending_refund: open,
  average_refund_days: ({ amount }) => sql`${amount}`,
  refunded_completed_project: received,
  pre_project_deposit: notBack,
  unawarded_projects_deposit: notBack,
  terminated_projects_deposit: notBack,
  dispute_projects_deposit: notBack,
  deposit_by_type: own,
  total_open: open,
  total_lost: ({ lost }) => sql`${lost}`,
}

/**
 * The deposits of which a figure adds up more than nothing, of a figure that is a list those of the entry `key`; without a
 * figure all.
 */
export const ofDepositFigure = (
  columns: DepositColumns & DepositMoney,
  figure: DepositFigure | null | undefined,
  key: string | null | undefined,
) =>
  figure
    ? [
        depositRules[figure](columns),
        sql<SqlBool>`${depositMeasures[figure](columns)} > 0`,
        figure === 'deposit_by_type' ? equals(columns.depositType, key) : undefined,
      ]
    : ([] satisfies Condition[])

/** So many days on so many deposits, exactly as a JSON number divides; null over none. */
export const averageDays = (days: Column, deposits: Column) =>
  sql<number | null>`${days}::float8 / nullif(${deposits}, 0)::float8`
