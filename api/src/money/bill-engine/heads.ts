import { add, compare, type Decimal, decimal, negative, percentage, round, subtract } from '../../kernel/decimal.ts'
import type { Bill, BillHead, BillInput, BillTerms, TypedAmount } from './bill.ts'
import { halfOf, notBelowZero, rupees, shareOf, sumOf, zeroRupees } from './figures.ts'
import { amountBy, type HeadAmount, type HeadAmounts, plainAmount, sinceOf } from './head-amounts.ts'
import { computeIncomeTax } from './income-tax.ts'

/** The heads that add up to the invoice. */
export const invoiceHeads = ['GROSS', 'CGST', 'SGST', 'IGST', 'ROUND_OFF'] as const satisfies readonly BillHead[]

/** The amount that rounds a total to whole rupees. */
export const roundOff = (total: Decimal): Decimal => subtract(round(total, 0), total)

const addedHeads = new Set<BillHead>([...invoiceHeads, 'SECURED_ADVANCE', 'RELEASED'])

/** The amount with its sign in the net: negative for heads that are deducted. */
export const signed = (head: BillHead, amount: Decimal): Decimal => (addedHeads.has(head) ? amount : negative(amount))

function typedAmounts(typed: readonly TypedAmount[]): HeadAmounts {
  const heads: HeadAmounts = new Map()
  for (const { head, since } of typed) heads.set(head, plainAmount(add(sinceOf(heads, head), rupees(since))))
  return heads
}

/** Each half is rounded separately, also below zero: a credit note gives its tax back. */
function gstAmounts({ kind, percent, ruleIds }: BillTerms['gst'], gross: Decimal): [BillHead, HeadAmount][] {
  const taxAt = (rate: Decimal): HeadAmount => ({
    since: percentage(gross, rate, 2),
    base: gross,
    percent: rate,
    ruleIds,
  })
  switch (kind) {
    case 'CENTRAL_AND_STATE':
      return [
        ['CGST', taxAt(halfOf(percent))],
        ['SGST', taxAt(halfOf(percent))],
      ]
    case 'INTEGRATED':
      return [['IGST', taxAt(decimal(percent))]]
    case 'NONE':
      return []
  }
}

/** Source: CGST Act, s. 51. */
function gstTdsAmounts(rule: NonNullable<BillTerms['gstTds']>, base: Decimal): [BillHead, HeadAmount][] {
  const tax = amountBy(rule, base)
  if (rule.kind === 'INTEGRATED') return [['GST_TDS_INTEGRATED', tax]]
  return [
    ['GST_TDS_CENTRAL', tax],
    ['GST_TDS_STATE', tax],
  ]
}

/** Gross since the beginning and the retention at that time (rupees). */
interface Retained {
  gross: Decimal
  retention: Decimal
}

/**
 * Retention of a bill whose gross since the beginning is `grossUpto`. It is the percentage of all work, up to the cap,
 * as long as the retention before was that, too. Otherwise only new work counts, so that earlier work under another
 * percentage, and amounts that a memorandum gave back or took, are not counted again. Throws for a cap without an
 * agreed value.
 */
function retentionOf(
  rule: NonNullable<BillTerms['retention']>,
  terms: BillTerms,
  grossUpto: Decimal,
  before: Retained,
): HeadAmount {
  if (rule.capPercent !== null && terms.value === null)
    throw new Error('a retention with a cap needs the value of the agreement')
  const cap =
    terms.value !== null && rule.capPercent !== null && percentage(rupees(terms.value), decimal(rule.capPercent), 2)
  const capped = (amount: Decimal) => (cap && compare(amount, cap) > 0 ? cap : amount)
  const retentionAt = (upto: Decimal, base: Decimal) => amountBy(rule, base, subtract(upto, before.retention))
  const work = notBelowZero(grossUpto)
  const share = shareOf(work, rule)
  if (rule.mode === 'FINAL_ONLY') return retentionAt(terms.isFinal ? capped(share) : before.retention, work)
  const workBefore = notBelowZero(before.gross)
  const shareBefore = shareOf(workBefore, rule)
  if (compare(before.retention, capped(shareBefore)) === 0) return retentionAt(capped(share), work)
  const moreWork = subtract(work, workBefore)
  // When work is reduced, its share above the cap was never retained.
  const more = moreWork.units < 0n ? subtract(capped(share), capped(shareBefore)) : subtract(share, shareBefore)
  return retentionAt(notBelowZero(capped(add(before.retention, more))), moreWork)
}

/**
 * Amounts of all heads since the last bill (rupees), and the payee's tax year after it. GROSS and RETENTION are
 * computed since the beginning, minus the previous figures; all other heads since the last bill. A bill whose gross
 * since is below 0 is a credit note, which gives back the tax of the last bill. Throws for a retention with a cap but
 * no agreed value. Order of the heads: the memorandum of payment of State works departments.
 */
export function computeHeads(
  { terms, typed, previous }: BillInput,
  grossUpto: Decimal,
): { heads: HeadAmounts; year: Bill['year'] } {
  const previousOf = (head: BillHead) => rupees(previous?.heads[head] ?? '0')
  const gross = subtract(grossUpto, previousOf('GROSS'))
  const grossAboveZero = notBelowZero(gross)
  const isCreditNote = gross.units < 0n
  const heads = typedAmounts(typed)
  const netOf = (...included: BillHead[]) => sumOf(included.map((head) => signed(head, sinceOf(heads, head))))

  heads.set('GROSS', plainAmount(gross))
  const gst = (isCreditNote && previous?.gst) || terms.gst
  for (const [head, tax] of gstAmounts(gst, gross)) heads.set(head, tax)
  if (terms.hasRoundOff) heads.set('ROUND_OFF', plainAmount(roundOff(netOf('GROSS', 'CGST', 'SGST', 'IGST'))))
  if (terms.withheld) {
    const since = add(sinceOf(heads, 'WITHHELD'), shareOf(grossAboveZero, terms.withheld))
    heads.set('WITHHELD', amountBy(terms.withheld, grossAboveZero, since))
  }
  if (terms.retention) {
    const before = { gross: previousOf('GROSS'), retention: previousOf('RETENTION') }
    heads.set('RETENTION', retentionOf(terms.retention, terms, grossUpto, before))
  }
  const recovery = sinceOf(heads, 'ADVANCE_RECOVERY')
  if (terms.advanceTax) heads.set('ADVANCE_TAX', amountBy(terms.advanceTax, recovery))
  if (terms.gstTds) {
    const base = terms.gstTds.base === 'TAXABLE' ? gross : subtract(gross, recovery)
    for (const [head, tax] of gstTdsAmounts(terms.gstTds, isCreditNote ? zeroRupees : notBelowZero(base)))
      heads.set(head, tax)
  }
  if (terms.cess) heads.set('CESS', amountBy(terms.cess, grossAboveZero))
  if (!terms.incomeTaxTds) return { heads, year: null }
  const invoiceNet = () => netOf(...invoiceHeads, 'WITHHELD', 'RELEASED', 'ADVANCE_RECOVERY', 'ADVANCE_TAX')
  const base = terms.incomeTaxTds.base === 'TAXABLE' ? gross : invoiceNet()
  const { tax, year } = computeIncomeTax(terms.incomeTaxTds, base, isCreditNote)
  heads.set('IT_TDS', tax)
  return { heads, year }
}
