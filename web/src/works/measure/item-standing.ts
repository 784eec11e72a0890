import { add, compare, decimal, multiply, subtract, textOf } from '@plinth/api/kernel/decimal'
import type { MeasurableItem } from '@plinth/api/works/measured-items'

export interface Standing {
  /** The recorded quantity plus the contents passed, as decimal text. */
  measured: string
  /** Agreed less measured, negative if more is measured; null if no quantity is agreed. */
  left: string | null
  isBeyondLimit: boolean
}

type Agreed = Pick<MeasurableItem, 'agreedQuantity' | 'limitPercent' | 'measuredQuantity'>

/** The measured quantity of an item once these contents are recorded too. */
export function standingOf(item: Agreed, contents: readonly string[]): Standing {
  const measured = contents.map(decimal).reduce(add, decimal(item.measuredQuantity))
  if (item.agreedQuantity === null) return { measured: textOf(measured), left: null, isBeyondLimit: false }
  const agreed = decimal(item.agreedQuantity)
  const limit = multiply(agreed, add(decimal(100), decimal(item.limitPercent ?? 0)))
  return {
    measured: textOf(measured),
    left: textOf(subtract(agreed, measured)),
    isBeyondLimit: compare(multiply(measured, decimal(100)), limit) > 0,
  }
}

/** The decimals of an item whose unit has no rule. */
const usualDecimals = 3

/** The decimals that a line of an item is rounded to. */
export const decimalsOf = (item: Pick<MeasurableItem, 'decimals'> | undefined): number =>
  item?.decimals ?? usualDecimals
