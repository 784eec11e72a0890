import type { Figure } from '@plinth/api/bill-engine/bill'
import { figureOf, rupees, sumOf } from '@plinth/api/bill-engine/figures'
import { type Decimal, decimal, subtract, textOf } from '@plinth/api/kernel/decimal'

interface Row {
  percentageApplies: boolean
  amount: Figure
}

export interface AbstractSums {
  /** All items at the rates of the schedule. */
  items: Figure
  /** What the tender percentage puts on them; null where there is none. `base` is the amount upto that it is taken of. */
  tender: { base: string; figure: Figure } | null
  /** The work of the memorandum. */
  work: Figure
}

/** The amounts of an item that has none yet. */
export const nothingOf: Figure = { upto: '0.00', previous: '0.00', since: '0.00' }

/**
 * The sums below the abstract of a bill, in rupees as decimal text: the amounts of its items, and what the tender percentage makes the
 * work of the memorandum differ by.
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

/** What was cut of all items, in rupees: at the rates of the schedule, and with the tender percentage as the heads have it. */
export interface CutSums {
  items: string
  work: string
}

const less = (amount: Figure, other: Figure): string => textOf(subtract(rupees(amount.upto), rupees(other.upto)))

export const cutBetween = (claimed: AbstractSums, passed: AbstractSums): CutSums => ({
  items: less(claimed.items, passed.items),
  work: less(claimed.work, passed.work),
})
