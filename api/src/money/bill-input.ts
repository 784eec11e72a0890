import type * as z from 'zod/mini'
import { decimal, round, subtract, textOf } from '../kernel/decimal.ts'
import type { Bill, BillInput, BillWork, Memorandum, WorkItem } from './bill-engine/bill.ts'
import { quantityOf, rupeesText } from './bill-engine/figures.ts'
import type { BillFigures, PreviousFigures } from './bill-figures.ts'
import type { BillItem } from './bill-items.ts'
import type { Bill as BillOfWire } from './bills.ts'
import type { memorandumInput } from './memorandum-input.ts'
import type { BillTermsOnDay } from './resolved-terms.ts'

/** What a bill is computed from, as it is stored. */
export interface KeptInput extends BillInput {
  terms: BillTermsOnDay
  previous: PreviousFigures | null
}

/** What a bill with typed work is computed from. */
export interface TypedInput extends KeptInput {
  work: Extract<BillWork, { source: 'TYPED' }>
}

type Entered = Pick<BillOfWire, 'workUpto' | 'variationUpto' | 'typed'>

const amountsOf = ({ variationUpto, typed }: Omit<Entered, 'workUpto'>) => ({
  variationUpto: rupeesText(variationUpto),
  typed: typed.map(({ head, since }) => ({ head, since: rupeesText(since) })),
})

/** What a bill with typed work is computed from, by what was entered of it (rupees of the wire). Throws where no work was entered. */
export function billInputOf(bill: Entered, terms: BillTermsOnDay, previous: PreviousFigures | null): TypedInput {
  if (bill.workUpto === null) throw new Error('no work was entered')
  return { terms, work: { source: 'TYPED', upto: rupeesText(bill.workUpto) }, ...amountsOf(bill), previous }
}

/** What a bill by items is computed from. `previous` has the items of the bill before. */
export const itemsInputOf = (
  bill: Omit<Entered, 'workUpto'>,
  terms: BillTermsOnDay,
  previous: PreviousFigures | null,
  items: readonly WorkItem[],
): KeptInput => ({ terms, work: { source: 'ITEMS', items }, ...amountsOf(bill), previous })

/**
 * The same by the rows of its abstract: what a page previews the passing of a bill with. Throws for an item without a rate.
 */
export function inputOfRows(
  bill: Omit<Entered, 'workUpto'> & Pick<BillOfWire, 'previous'>,
  terms: BillTermsOnDay,
  rows: readonly Pick<BillItem, 'itemId' | 'rate' | 'percentageApplies' | 'claimed'>[],
): KeptInput {
  const items = rows.map(({ itemId, rate, percentageApplies, claimed }) => {
    if (rate === null) throw new Error(`item ${itemId} has no rate`)
    return { id: itemId, rate, percentageApplies, quantity: claimed.quantity.upto }
  })
  const before = rows.map(({ itemId, claimed: { quantity, amount } }) => [
    itemId,
    { quantity: quantity.previous, amount: amount?.previous ?? '0.00' },
  ])
  const previous = bill.previous && { ...bill.previous, items: Object.fromEntries(before) }
  return itemsInputOf(bill, terms, previous, items)
}

type EnteredMemorandum = Pick<z.infer<typeof memorandumInput>, 'workUpto' | 'cuts' | 'replaced' | 'net'>

/**
 * The memorandum as it was entered, as the engine passes a bill by it; `claimed` is the work that it cuts. Throws a CutError for a cut of
 * an item that the bill has not, or of more than it claims.
 */
export function memorandumOf(
  { workUpto, cuts, replaced, net }: EnteredMemorandum,
  claimed: BillWork = { source: 'TYPED', upto: '0' },
): Memorandum {
  const items = claimed.source === 'ITEMS' ? claimed.items : []
  const quantities = new Map(items.map(({ id, quantity }) => [id, quantity]))
  const passed = (cuts ?? []).map(({ itemId, cutQuantity }): [string, string] => {
    const quantity = quantities.get(itemId)
    const left = quantity && subtract(quantityOf(quantity), round(decimal(cutQuantity), 3))
    if (!left || left.units < 0n) throw new CutError(itemId, left ? 'TOO_MUCH' : 'UNKNOWN')
    return [itemId, textOf(left)]
  })
  return {
    quantities: Object.fromEntries(passed),
    work: typeof workUpto === 'number' ? rupeesText(workUpto) : null,
    replaced: replaced.map(({ head, since, note }) => ({ head, since: rupeesText(since), note })),
    net: rupeesText(net),
  }
}

/** A cut that cannot be: of an item that the bill has not, or of more than it claims. */
export class CutError extends Error {
  readonly itemId: string
  readonly fault: 'UNKNOWN' | 'TOO_MUCH'

  constructor(itemId: string, fault: CutError['fault']) {
    super(`item ${itemId} cannot be cut: ${fault}`)
    this.itemId = itemId
    this.fault = fault
  }
}

/** What the engine computed, as a bill is answered. */
export const figuresOf = ({ work, variation, lines, invoice, net }: Bill): BillFigures => ({
  work,
  variation,
  lines: lines.map((line) => ({ ...line, ruleIds: [...line.ruleIds] })),
  invoice,
  net,
})
