import { add } from '../../kernel/decimal.ts'
import { type Bill, type BillInput, billHeads, type PreviousBill } from './bill.ts'
import { figureOf, nothing, rupees } from './figures.ts'
import { plainAmount } from './head-amounts.ts'
import { computeHeads } from './heads.ts'
import { gstOf, lineOf, sumsOf } from './lines.ts'
import { computeWork } from './work.ts'

/**
 * A running bill as claimed: items, heads, invoice and net, each upto, previous and since (rupees). Throws NegativeQuantityError; an
 * Error for an item that is there twice or that only the previous bill has, and for a retention with a cap and no agreed value;
 * a RangeError for text that is no number or has more decimals than its kind.
 */
export function computeBill(input: BillInput): Bill {
  const { previous } = input
  const work = computeWork(input.work, input.terms.tenderPercentage, previous?.items ?? {})
  const variation = rupees(input.variationUpto)
  const { heads, year } = computeHeads(input, add(work.upto, variation))
  const lines = billHeads.flatMap((head) => {
    const amount = heads.get(head)
    const stood = previous?.heads[head]
    return amount === undefined && stood === undefined
      ? []
      : [lineOf(head, stood ?? '0', amount ?? plainAmount(nothing))]
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

/** What the next bill starts from, once this one is passed. */
export const asPrevious = ({ items, work, variation, lines }: Bill): PreviousBill => ({
  work: work.upto,
  variation: variation.upto,
  items: Object.fromEntries(
    items.map(({ id, quantity, amount }) => [id, { quantity: quantity.upto, amount: amount.upto }]),
  ),
  heads: Object.fromEntries(lines.map(({ head, upto }) => [head, upto])),
  gst: gstOf(lines),
})
