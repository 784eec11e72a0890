import { type Decimal, decimal, subtract, textOf } from '@plinth/api/kernel/decimal'
import type { Figure } from '@plinth/api/money/bill-engine/bill'
import { figureOf, rupees, sumOf } from '@plinth/api/money/bill-engine/figures'
import type { BillItem } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'

interface Row {
  percentageApplies: boolean
  amount: Figure
}

export interface AbstractSums {
  /** The sum of all items at the rates of the schedule. */
  items: Figure
  /** The amount of the tender percentage; null if there is none. `base` is the amount upto that it applies to. */
  tender: { base: string; figure: Figure } | null
  /** The work in the memorandum. */
  work: Figure
}

/** The amounts of an item that has none yet. */
const zeroFigure: Figure = { upto: '0.00', previous: '0.00', since: '0.00' }

/**
 * The sums below the abstract of a bill, in rupees as decimal text: the amounts of its items, and the tender
 * percentage as the difference to the work in the memorandum.
 */
export function sumsOf(rows: readonly Row[], work: Figure, tenderPercentage: string): AbstractSums {
  const sum = (name: 'upto' | 'previous', some: readonly Row[] = rows): Decimal =>
    sumOf(some.map(({ amount }) => rupees(amount[name])))
  const [upto, previous] = [sum('upto'), sum('previous')]
  const base = textOf(
    sum(
      'upto',
      rows.filter(({ percentageApplies }) => percentageApplies),
    ),
  )
  const tender = figureOf(subtract(rupees(work.upto), upto), subtract(rupees(work.previous), previous))
  return {
    items: figureOf(upto, previous),
    tender: decimal(tenderPercentage).units === 0n ? null : { base, figure: tender },
    work,
  }
}

/** The sums of the items as claimed and, if known, as passed. */
export interface StageSums {
  tenderPercentage: string
  claimed: AbstractSums
  passed: AbstractSums | null
}

/** The sums of both stages; `amountPassed` gives the passed amount of an item, if the passed work is known. */
export function stageSums(
  { claimed, terms }: Pick<Bill, 'claimed' | 'terms'>,
  items: readonly BillItem[],
  workPassed: Figure | undefined,
  amountPassed: (item: BillItem) => Figure | null | undefined,
): StageSums | undefined {
  if (!claimed || !terms) return undefined
  const { tenderPercentage } = terms
  const sums = (work: Figure, amountOf: (item: BillItem) => Figure | null | undefined) =>
    sumsOf(
      items.map((item) => ({ percentageApplies: item.percentageApplies, amount: amountOf(item) ?? zeroFigure })),
      work,
      tenderPercentage,
    )
  return {
    tenderPercentage,
    claimed: sums(claimed.work, (item) => item.claimed.amount),
    passed: workPassed ? sums(workPassed, amountPassed) : null,
  }
}

/** The cuts of all items, in rupees: at the rates of the schedule, and with the tender percentage as in the heads. */
export interface CutSums {
  items: string
  work: string
}

const less = (amount: Figure, other: Figure): string => textOf(subtract(rupees(amount.upto), rupees(other.upto)))

export const cutBetween = (claimed: AbstractSums, passed: AbstractSums): CutSums => ({
  items: less(claimed.items, passed.items),
  work: less(claimed.work, passed.work),
})
