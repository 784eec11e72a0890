import type { DepositFigure, DepositStatus } from '@plinth/api/deposits/deposits'
import { type ContractStatus, statusesOfCategory } from '@plinth/api/tenders/contracts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Condition, equals } from '../../kernel/records/conditions.ts'
import { among } from '../../tenders/contracts/contract-figures.queries.ts'

/**
 * The deposits that each dashboard figure adds up. The rules are written once for two tables: the stored figures, which the
 * dashboard reads, and the deposits, which the list behind a figure reads.
 */

type Column = Expression<unknown>

/** The columns that the rules for deposits read. */
export interface DepositColumns {
  contractStatus: Column
  status: Column
  /** Whether the deposit was really paid, and whether it came back (`liveAndBack`). */
  isLive: Column
  isBack: Column
  depositType: Column
  /** Whether the days of submission and return are both known. */
  isDated: Column
}

/** The columns that figures add up: the amount of a deposit and its settled parts, in rupees. */
export interface DepositMoney {
  amount: Column
  received: Column
  lost: Column
  carried: Column
}

const contractIs = ({ contractStatus }: DepositColumns, ...statuses: ContractStatus[]) =>
  among(contractStatus, statuses)
const all = (...conditions: Column[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Whether a deposit was really paid. */
export const isLive = (status: Column) =>
  sql<SqlBool>`not ${among<DepositStatus>(status, ['DRAFT', 'REJECTED', 'CANCELLED'])}`
/** Whether a deposit was really paid, and whether it came back. */
export const liveAndBack = (status: Column) => ({
  isLive: isLive(status),
  isBack: among<DepositStatus>(status, ['REFUNDED', 'RETURNED', 'RELEASED']),
})
const isHeld = (columns: DepositColumns) => all(columns.isLive, sql`not ${columns.isBack}`)

/** The condition under which a deposit counts in each figure. */
export const depositRules: Record<DepositFigure, (columns: DepositColumns) => RawBuilder<SqlBool>> = {
  total_security_deposit: (columns) => all(columns.isLive),
  total_refunded: (columns) => all(columns.isLive),
  refund_initiated: ({ status }) => among<DepositStatus>(status, ['PENDING_REFUND', 'PENDING_RELEASE']),
  pending_refund: (columns) =>
    all(
      isHeld(columns),
      sql`not ${among<DepositStatus>(columns.status, ['FORFEITED'])}`,
      contractIs(columns, 'COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'),
    ),
  average_refund_days: (columns) => all(columns.isBack, columns.isDated),
  refunded_completed_project: (columns) => all(columns.isLive, contractIs(columns, 'COMPLETED', 'CLOSED')),
  pre_project_deposit: (columns) => all(isHeld(columns), contractIs(columns, ...statusesOfCategory['Pre-Project'])),
  unawarded_projects_deposit: (columns) => all(isHeld(columns), contractIs(columns, 'REJECTED', 'CANCELLED')),
  terminated_projects_deposit: (columns) => all(isHeld(columns), contractIs(columns, 'TERMINATED')),
  dispute_projects_deposit: (columns) => all(isHeld(columns), contractIs(columns, ...statusesOfCategory.Dispute)),
  deposit_by_type: (columns) => all(columns.isLive),
  total_open: (columns) => all(columns.isLive),
  total_lost: (columns) => all(columns.isLive),
}

/** The amount of a deposit without the part carried into another deposit, which counts there. */
export const ownAmount = ({ amount, carried }: DepositMoney) => sql`(${amount} - ${carried})`
const received = ({ received: back }: DepositMoney) => sql`${back}`
const open = ({ amount, received: back, lost, carried }: DepositMoney) =>
  sql`(${amount} - ${back} - ${lost} - ${carried})`
const notReturnedAmount = ({ amount, received: back, carried }: DepositMoney) => sql`(${amount} - ${carried} - ${back})`

/** The part of a deposit that each figure adds up, in rupees. For the average it is the amount, which the list behind it shows. */
export const depositMeasures: Record<DepositFigure, (money: DepositMoney) => RawBuilder<unknown>> = {
  total_security_deposit: ownAmount,
  total_refunded: received,
  refund_initiated: open,
  pending_refund: open,
  average_refund_days: ({ amount }) => sql`${amount}`,
  refunded_completed_project: received,
  pre_project_deposit: notReturnedAmount,
  unawarded_projects_deposit: notReturnedAmount,
  terminated_projects_deposit: notReturnedAmount,
  dispute_projects_deposit: notReturnedAmount,
  deposit_by_type: ownAmount,
  total_open: open,
  total_lost: ({ lost }) => sql`${lost}`,
}

/**
 * Conditions for the deposits that add more than zero to a figure; for a figure that is a list, those of its entry `key`. Without
 * a figure there is no condition.
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

/** The average of days over deposits, divided as JSON numbers are in JavaScript; null for no deposits. */
export const averageDays = (days: Column, deposits: Column) =>
  sql<number | null>`${days}::float8 / nullif(${deposits}, 0)::float8`

/**
 * The number of deposits that meet the conditions and their amount without what was carried into others, from the company's stored
 * figures. `conditions` use the columns `status` and `contract_status`.
 */
export function storedDeposits(conditions: readonly Condition[]) {
  const where = sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `)
  const read = (value: Column) => sql`(select coalesce(sum(${value}), 0) from deposit_figures where ${where})`
  return { count: read(sql.ref('deposits')), total: read(sql`amount - carried`) }
}
