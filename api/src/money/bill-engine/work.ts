import { type Decimal, decimal, multiply, percentage, round } from '../../kernel/decimal.ts'
import type { BillItem, BillWork, PreviousBill, WorkItem } from './bill.ts'
import { figureOf, quantityOf, rupees, sumOf } from './figures.ts'

/** An item whose quantity since the beginning is below zero; `quantity` is the text of the input. */
export class NegativeQuantityError extends Error {
  readonly itemId: string
  readonly quantity: string

  constructor({ id, quantity }: WorkItem) {
    super(`quantity upto date must not be negative: item ${id} would come to ${quantity}`)
    this.itemId = id
    this.quantity = quantity
  }
}

function checkItems(items: readonly WorkItem[], previous: PreviousBill['items']): void {
  const ids = new Set<string>()
  for (const item of items) {
    if (ids.has(item.id)) throw new Error(`item ${item.id} is there twice`)
    if (quantityOf(item.quantity).units < 0n) throw new NegativeQuantityError(item)
    ids.add(item.id)
  }
  const missing = Object.keys(previous).find((id) => !ids.has(id))
  if (missing !== undefined) throw new Error(`item ${missing} of the previous bill is missing`)
}

interface PricedItem extends WorkItem {
  amount: Decimal
}

const priced = (item: WorkItem): PricedItem => ({
  ...item,
  amount: round(multiply(decimal(item.quantity), decimal(item.rate)), 2),
})

type PreviousItem = PreviousBill['items'][string] | undefined

const figuresOf = ({ id, quantity, amount }: PricedItem, previousItem: PreviousItem): BillItem => ({
  id,
  quantity: figureOf(quantityOf(quantity), quantityOf(previousItem?.quantity ?? '0')),
  amount: figureOf(amount, rupees(previousItem?.amount ?? '0')),
})

/** One item of the abstract: quantity and amount, each upto, previous and since. Accepts a negative quantity. */
export const abstractOf = (item: WorkItem, previousItem: PreviousItem): BillItem =>
  figuresOf(priced(item), previousItem)

/** The sum of the items; the tender percentage is added once, to the sum of the items that it applies to. */
function sumWithTender(items: readonly PricedItem[], tenderPercentage: string): Decimal {
  const sumWhere = (applies: boolean) =>
    sumOf(items.filter(({ percentageApplies }) => percentageApplies === applies).map(({ amount }) => amount))
  const quoted = sumWhere(true)
  return sumOf([quoted, percentage(quoted, decimal(tenderPercentage), 2), sumWhere(false)])
}

/**
 * Items and work since the beginning (rupees). An amount is quantity upto x rate, rounded to the paisa. Throws
 * NegativeQuantityError; an Error for an item that occurs twice, or that the previous bill has and this one has not.
 */
export function computeWork(
  work: BillWork,
  tenderPercentage: string,
  previous: PreviousBill['items'],
): { items: BillItem[]; upto: Decimal } {
  const workItems = work.source === 'ITEMS' ? work.items : []
  checkItems(workItems, previous)
  const previousItems = new Map(Object.entries(previous))
  const items = workItems.map(priced)
  return {
    items: items.map((item) => figuresOf(item, previousItems.get(item.id))),
    upto: work.source === 'TYPED' ? rupees(work.upto) : sumWithTender(items, tenderPercentage),
  }
}
