import { type Decimal, decimal } from '../../kernel/decimal.ts'
import type { BillHead, PercentRule } from './bill.ts'
import { shareOf, zeroRupees } from './figures.ts'

/** The amount of one head since the last bill (rupees), and the base of its percentage. */
export interface HeadAmount {
  since: Decimal
  base: Decimal | null
  percent: Decimal | null
  ruleIds: readonly string[]
}

export type HeadAmounts = Map<BillHead, HeadAmount>

/** An amount that is not computed from a percentage. */
export const plainAmount = (since: Decimal): HeadAmount => ({ since, base: null, percent: null, ruleIds: [] })

/** The amount that a rule gives: its share of the base, unless a limit gives another `since`. */
export const amountBy = (rule: PercentRule, base: Decimal, since = shareOf(base, rule)): HeadAmount => ({
  since,
  base,
  percent: decimal(rule.percent),
  ruleIds: rule.ruleIds,
})

export const sinceOf = (heads: HeadAmounts, head: BillHead): Decimal => heads.get(head)?.since ?? zeroRupees
