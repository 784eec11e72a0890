import { add } from '../../kernel/decimal.ts'
import { type Bill, type BillInput, billHeads, type PreviousBill } from './bill.ts'
import { figureOf, rupees, zeroRupees } from './figures.ts'
import { plainAmount } from './head-amounts.ts'
import { computeHeads } from './heads.ts'
import { gstOf, lineOf, sumsOf } from './lines.ts'
import { computeWork } from './work.ts'

/**
 * A running bill as claimed: items, heads, invoice and net, each upto, previous and since (rupees). Throws
 * NegativeQuantityError; an Error for an item that occurs twice or that only the previous bill has, and for a
 * retention with a cap but no agreed value; a RangeError for text that is no number or has too many decimals.
 */
export function computeBill(input: BillInput): Bill {
  const { previous } = input
  const work = computeWork(input.work, input.terms.tenderPercentage, previous?.items ?? {})
  const variation = rupees(input.variationUpto)
  const { heads, year } = computeHeads(input, add(work.upto, variation))
  const lines = billHeads.flatMap((head) => {
    const amount = heads.get(head)
    const previousAmount = previous?.heads[head]
    return amount === undefined && previousAmount === undefined
      ? []
      : [lineOf(head, previousAmount ?? '0', amount ?? plainAmount(zeroRupees))]
  })
  return {
    items: work.items,
    work: figureOf(work.upto, rupees(previous?.work ?? '0')),
    variation: figureOf(variation, rupees(previous?.variation ?? '0')),
    lines,
    ...sumsOf(lines),
    year,
  }
}

/** The figures that the next bill starts from, once this one is passed. */
export const asPrevious = ({ items, work, variation, lines }: Bill): PreviousBill => ({
  work: work.upto,
  variation: variation.upto,
  items: Object.fromEntries(
    items.map(({ id, quantity, amount }) => [id, { quantity: quantity.upto, amount: amount.upto }]),
  ),
  heads: Object.fromEntries(lines.map(({ head, upto }) => [head, upto])),
  gst: gstOf(lines),
})
