import { type Decimal, decimal, multiply, percentage, round } from '../kernel/decimal.ts'
import type { BillItem, BillWork, PreviousBill, WorkItem } from './bill.ts'
import { figureOf, nothing, quantityOf, rupees, sumOf } from './figures.ts'

/** An item measured to less than nothing since the beginning; `quantity` is the text of the input. */
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

const amountOf = ({ quantity, rate }: WorkItem): Decimal => round(multiply(decimal(quantity), decimal(rate)), 2)

/** Items with the tender percentage put once on the sum of those that it applies to. */
function sumWithTender(items: readonly WorkItem[], tenderPercentage: string): Decimal {
  const amountsWhere = (applies: boolean) =>
    sumOf(items.filter(({ percentageApplies }) => percentageApplies === applies).map(amountOf))
  const quoted = amountsWhere(true)
  return sumOf([quoted, percentage(quoted, decimal(tenderPercentage), 2), amountsWhere(false)])
}

/**
 * Items and work since the beginning (rupees). An amount is quantity upto x rate, rounded to the paisa. Throws
 * NegativeQuantityError; an Error for an item that is there twice, or that the previous bill has and this one has not.
 */
export function computeWork(
  work: BillWork,
  tenderPercentage: string,
  previous: PreviousBill['items'],
): { items: BillItem[]; upto: Decimal } {
  const items = work.source === 'ITEMS' ? work.items : []
  checkItems(items, previous)
  const before = new Map(Object.entries(previous))
  return {
    items: items.map((item) => {
      const stood = before.get(item.id)
      return {
        id: item.id,
        quantity: figureOf(quantityOf(item.quantity), quantityOf(stood?.quantity ?? '0')),
        amount: figureOf(amountOf(item), stood ? rupees(stood.amount) : nothing),
      }
    }),
    upto: work.source === 'TYPED' ? rupees(work.upto) : sumWithTender(items, tenderPercentage),
  }
}
