import { type Decimal, decimal } from '../kernel/decimal.ts'
import type { BillHead, PercentRule } from './bill.ts'
import { nothing, shareOf } from './figures.ts'

/** What one head comes to since the last bill, and what that was taken of. */
export interface HeadAmount {
  since: Decimal
  base: Decimal | null
  percent: Decimal | null
  ruleIds: readonly string[]
}

export type HeadAmounts = Map<BillHead, HeadAmount>

/** An amount that no percentage gave. */
export const plainAmount = (since: Decimal): HeadAmount => ({ since, base: null, percent: null, ruleIds: [] })

/** The rule's share of a base; another amount where a limit changes it. */
export const amountBy = (rule: PercentRule, base: Decimal, since = shareOf(base, rule)): HeadAmount => ({
  since,
  base,
  percent: decimal(rule.percent),
  ruleIds: rule.ruleIds,
})

export const sinceOf = (heads: HeadAmounts, head: BillHead): Decimal => heads.get(head)?.since ?? nothing
