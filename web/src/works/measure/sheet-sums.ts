import { add, decimal, textOf, zero } from '@plinth/api/kernel/decimal'
import type { MeasurementLine } from '@plinth/api/works/measurement-lines'

/** The lines of one item on a sheet. */
export interface ItemLines {
  itemId: string
  itemNo: string | null
  description: string
  unit: string | null
  decimals: number
  lines: MeasurementLine[]
  /** The sum of their contents, as decimal text. */
  total: string
}

/** Groups the lines of a sheet by item, in the order in which the items first occur. */
export function byItem(lines: readonly MeasurementLine[]): ItemLines[] {
  return [...Map.groupBy(lines, ({ itemId }) => itemId)].flatMap(([itemId, own]) => {
    const [first] = own
    if (!first) return []
    const { itemNo, itemDescription: description, unit, decimals } = first
    const total = textOf(own.map(({ contents }) => decimal(contents)).reduce(add, zero))
    return [{ itemId, itemNo, description, unit, decimals, lines: own, total }]
  })
}

/** Nos times parts; null if there is neither. */
export function countOf({ nos, parts }: Pick<MeasurementLine, 'nos' | 'parts'>): string | null {
  const factors = [nos, parts].filter((value) => value != null)
  return factors.length === 0 ? null : factors.map(String).join(' × ')
}
