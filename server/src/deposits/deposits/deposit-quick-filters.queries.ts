import type { DepositQuickFilter, DepositStatus } from '@plinth/api/deposits/deposits'
import type { ContractStatus } from '@plinth/api/tenders/contracts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type QuickRules, today } from '../../kernel/records/quick-filters.ts'
import { among } from '../../tenders/contracts/contract-figures.queries.ts'
import { liveAndBack } from './deposit-figures.queries.ts'

type Column = Expression<unknown>

/** The columns that the quick filters read. */
export interface QuickColumns {
  status: Column
  /** The id of the instrument that the deposit is given by. */
  instrument: Column
  /** The amount that came back, in rupees, and the day on which it did. */
  received: Column
  returnedDate: Column
  contractStatus: Column
  /** The days since which the contract is over and the deposit has its status. */
  overSince: Column
  statusSince: Column
  /** Whether a part of the deposit is still open after its due day. */
  isOverdue: Column
}

const all = (...conditions: Column[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
const not = (condition: Column) => sql<SqlBool>`not ${condition}`

/** Whether a deposit was paid, is not back and is not forfeited. */
export function isHeld(status: Column) {
  const { isLive, isBack } = liveAndBack(status)
  return all(isLive, not(isBack), not(among<DepositStatus>(status, ['FORFEITED'])))
}

/** HELD and its four parts: each held deposit is in exactly one of them, so that they add up to HELD. */
function partsOf({ status, contractStatus }: QuickColumns) {
  const held = isHeld(status)
  const isDisputed = among<ContractStatus>(contractStatus, ['DISPUTE'])
  const isAsked = among<DepositStatus>(status, ['PENDING_REFUND', 'PENDING_RELEASE'])
  const isOver = among<ContractStatus>(contractStatus, ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED'])
  const unasked = all(held, not(isDisputed), not(isAsked))
  return {
    HELD: held,
    IN_DISPUTE: all(held, isDisputed),
    ASKED_FOR: all(held, not(isDisputed), isAsked),
    DUE_BACK: all(unasked, isOver),
    RUNNING: all(unasked, not(isOver)),
  }
}

export function depositQuickRules(columns: QuickColumns): QuickRules<DepositQuickFilter> {
  const parts = partsOf(columns)
  const dueSince = sql`(${today} - ${columns.overSince})`
  return {
    HELD: parts.HELD,
    RUNNING: parts.RUNNING,
    DUE_BACK: parts.DUE_BACK,
    ASKED_FOR: parts.ASKED_FOR,
    IN_DISPUTE: parts.IN_DISPUTE,
    TO_CHASE: sql`(${parts.DUE_BACK} or ${parts.ASKED_FOR})`,
    DUE_BACK_UP_TO_30_DAYS: all(parts.DUE_BACK, sql`${dueSince} <= 30`),
    DUE_BACK_31_TO_90_DAYS: all(parts.DUE_BACK, sql`${dueSince} between 31 and 90`),
    DUE_BACK_OVER_90_DAYS: all(parts.DUE_BACK, sql`${dueSince} > 90`),
    ASKED_FOR_OVER_30_DAYS_AGO: all(parts.ASKED_FOR, sql`${today} - ${columns.statusSince} > 30`),
    FORFEITED: among<DepositStatus>(columns.status, ['FORFEITED']),
    RETURNED_WITHOUT_A_DAY: all(
      liveAndBack(columns.status).isBack,
      sql`${columns.received} > 0`,
      sql`${columns.returnedDate} is null`,
    ),
    WITHOUT_INSTRUMENT: all(parts.HELD, sql`${columns.instrument} is null`),
    OVERDUE: all(columns.isOverdue),
  }
}
