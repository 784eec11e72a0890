import { add, compare, type Decimal, subtract, textOf } from '../../kernel/decimal.ts'
import type { Bill, BillTerms, TaxYear } from './bill.ts'
import { notBelowZero, rupees, shareOf, zeroRupees } from './figures.ts'
import { amountBy, type HeadAmount } from './head-amounts.ts'

type IncomeTaxRule = NonNullable<BillTerms['incomeTaxTds']>

const isAbove = (amount: Decimal, limit: string): boolean => compare(amount, rupees(limit)) > 0

/** Above the year's limit tax is due on the whole year; below it, only on a single sum above the single limit. */
function taxOfYear(rule: IncomeTaxRule, year: TaxYear, credited: Decimal, sum: Decimal): HeadAmount {
  if (isAbove(credited, year.yearLimit)) {
    const due = subtract(shareOf(credited, rule), rupees(year.deducted))
    return amountBy(rule, credited, notBelowZero(due))
  }
  return amountBy(rule, sum, isAbove(sum, year.singleLimit) ? shareOf(sum, rule) : zeroRupees)
}

/**
 * Income tax deducted at source from this bill, and the payee's tax year after it (rupees). A credit note has no tax,
 * but its base is subtracted from the year. Source: Income-tax Act 2025, s. 393(1), Sl. 6(i).
 */
export function computeIncomeTax(
  rule: IncomeTaxRule,
  base: Decimal,
  isCreditNote: boolean,
): { tax: HeadAmount; year: Bill['year'] } {
  const { year } = rule
  const sum = isCreditNote ? zeroRupees : notBelowZero(base)
  if (!year) return { tax: amountBy(rule, sum), year: null }
  const credited = notBelowZero(add(rupees(year.credited), base))
  const tax = isCreditNote ? amountBy(rule, sum) : taxOfYear(rule, year, credited, sum)
  const deducted = add(rupees(year.deducted), tax.since)
  return { tax, year: { credited: textOf(credited), deducted: textOf(deducted) } }
}
