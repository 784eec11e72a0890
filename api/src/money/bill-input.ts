import type * as z from 'zod/mini'
import { decimal, round, subtract, textOf } from '../kernel/decimal.ts'
import type { Bill, BillInput, BillWork, Memorandum, WorkItem } from './bill-engine/bill.ts'
import { quantityOf, rupeesText } from './bill-engine/figures.ts'
import type { BillFigures, PreviousFigures } from './bill-figures.ts'
import type { BillItem } from './bill-items.ts'
import type { Bill as BillOfWire } from './bills.ts'
import type { memorandumInput } from './memorandum-input.ts'
import type { BillTermsOnDay } from './resolved-terms.ts'

/** The inputs of a bill, as they are stored. */
export interface StoredInput extends BillInput {
  terms: BillTermsOnDay
  previous: PreviousFigures | null
}

/** The inputs of a bill with typed work. */
export interface TypedInput extends StoredInput {
  work: Extract<BillWork, { source: 'TYPED' }>
}

type BillEntries = Pick<BillOfWire, 'workUpto' | 'variationUpto' | 'typed'>

const amountsOf = ({ variationUpto, typed }: Omit<BillEntries, 'workUpto'>) => ({
  variationUpto: rupeesText(variationUpto),
  typed: typed.map(({ head, since }) => ({ head, since: rupeesText(since) })),
})

/** The inputs of a bill with typed work, from its entries (rupees of the API). Throws if no work was entered. */
export function billInputOf(bill: BillEntries, terms: BillTermsOnDay, previous: PreviousFigures | null): TypedInput {
  if (bill.workUpto === null) throw new Error('no work was entered')
  return { terms, work: { source: 'TYPED', upto: rupeesText(bill.workUpto) }, ...amountsOf(bill), previous }
}

/** The inputs of a bill by items. `previous` contains the items of the previous bill. */
export const itemsInputOf = (
  bill: Omit<BillEntries, 'workUpto'>,
  terms: BillTermsOnDay,
  previous: PreviousFigures | null,
  items: readonly WorkItem[],
): StoredInput => ({ terms, work: { source: 'ITEMS', items }, ...amountsOf(bill), previous })

/**
 * The inputs of a bill by items from the rows of its abstract, with which a page previews the passing. Throws for an
 * item without a rate.
 */
export function inputOfRows(
  bill: Omit<BillEntries, 'workUpto'> & Pick<BillOfWire, 'previous'>,
  terms: BillTermsOnDay,
  rows: readonly Pick<BillItem, 'itemId' | 'rate' | 'percentageApplies' | 'claimed'>[],
): StoredInput {
  const items = rows.map(({ itemId, rate, percentageApplies, claimed }) => {
    if (rate === null) throw new Error(`item ${itemId} has no rate`)
    return { id: itemId, rate, percentageApplies, quantity: claimed.quantity.upto }
  })
  const previousItems = rows.map(({ itemId, claimed: { quantity, amount } }) => [
    itemId,
    { quantity: quantity.previous, amount: amount?.previous ?? '0.00' },
  ])
  const previous = bill.previous && { ...bill.previous, items: Object.fromEntries(previousItems) }
  return itemsInputOf(bill, terms, previous, items)
}

type EnteredMemorandum = Pick<z.infer<typeof memorandumInput>, 'workUpto' | 'cuts' | 'replaced' | 'net'>

/**
 * An entered memorandum as input of the engine; `claimed` is the work that it cuts. Throws a CutError for a cut of an
 * item that is not in the bill, or of more than it claims.
 */
export function memorandumOf(
  { workUpto, cuts, replaced, net }: EnteredMemorandum,
  claimed: BillWork = { source: 'TYPED', upto: '0' },
): Memorandum {
  const items = claimed.source === 'ITEMS' ? claimed.items : []
  const quantities = new Map(items.map(({ id, quantity }) => [id, quantity]))
  const passed = (cuts ?? []).map(({ itemId, cutQuantity }): [string, string] => {
    const quantity = quantities.get(itemId)
    const remaining = quantity && subtract(quantityOf(quantity), round(decimal(cutQuantity), 3))
    if (!remaining || remaining.units < 0n) throw new CutError(itemId, remaining ? 'TOO_MUCH' : 'UNKNOWN')
    return [itemId, textOf(remaining)]
  })
  return {
    quantities: Object.fromEntries(passed),
    work: typeof workUpto === 'number' ? rupeesText(workUpto) : null,
    replaced: replaced.map(({ head, since, note }) => ({ head, since: rupeesText(since), note })),
    net: rupeesText(net),
  }
}

/** An impossible cut: of an item that is not in the bill, or of more than it claims. */
export class CutError extends Error {
  readonly itemId: string
  readonly fault: 'UNKNOWN' | 'TOO_MUCH'

  constructor(itemId: string, fault: CutError['fault']) {
    super(`item ${itemId} cannot be cut: ${fault}`)
    this.itemId = itemId
    this.fault = fault
  }
}

/** The engine's figures as the API returns them. */
export const figuresOf = ({ work, variation, lines, invoice, net }: Bill): BillFigures => ({
  work,
  variation,
  lines: lines.map((line) => ({ ...line, ruleIds: [...line.ruleIds] })),
  invoice,
  net,
})
