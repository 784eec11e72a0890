import type { ContractQuickFilter, ContractStatus } from '@plinth/api/tenders/contracts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { type QuickRules, today } from '../../kernel/records/quick-filters.ts'
import { among } from './contract-figures.queries.ts'

/** The columns that the rules for contracts use. */
export interface QuickColumns {
  status: Expression<unknown>
  closingDate: Expression<unknown>
  /** Whether a deposit other than the EMD was paid. */
  hasSecurity: Expression<unknown>
}

/** The tender closes within this many days, today included, and no bid is submitted. */
const closingWithin = ({ status, closingDate }: QuickColumns, days: number) =>
  sql<SqlBool>`(${among<ContractStatus>(status, ['DRAFT'])} and ${closingDate} >= ${today} and ${closingDate} < ${today} + ${sql.lit(days)})`

export const contractQuickRules = (columns: QuickColumns): QuickRules<ContractQuickFilter> => ({
  CLOSING_THIS_WEEK: closingWithin(columns, 7),
  CLOSING_WITHIN_14_DAYS: closingWithin(columns, 14),
  CLOSED_WITHOUT_A_BID: sql<SqlBool>`(${among<ContractStatus>(columns.status, ['DRAFT'])} and ${columns.closingDate} < ${today})`,
  AWAITING_RESULT: among<ContractStatus>(columns.status, ['SUBMITTED']),
  SECURITY_TO_LODGE: sql<SqlBool>`(${among<ContractStatus>(columns.status, ['AWARDED', 'ACCEPTED'])} and not ${columns.hasSecurity})`,
})
