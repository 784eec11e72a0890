import {
  add,
  compare,
  type Decimal,
  decimal,
  multiply,
  negative,
  numberOf,
  round,
  subtract,
  zero,
} from '@plinth/api/kernel/decimal'
import { amountOf } from '@plinth/api/works/schedule-items'
import type { FileAmount } from '@plinth/api/works/schedule-sheets'

interface Priced {
  quantity: number
  rate: number
}

const absolute = (value: Decimal) => (compare(value, zero) < 0 ? negative(value) : value)

/** Whether the sheet's sum of so many items agrees with ours: each amount may have been rounded, by at most half a paisa. */
const agrees = (sum: Decimal, stated: Decimal, items: number) =>
  compare(absolute(subtract(sum, stated)), multiply(decimal('0.005'), decimal(items))) <= 0

/**
 * A point from which a total of the sheet may count: the beginning, the row after the last total, or the start of an open section.
 */
interface Start<Section> {
  section?: Section
  before: Decimal
}

/**
 * Adds up the items of a sheet in their order, and compares the result with the amounts in the sheet. A total agrees with the sum of
 * all items above it, of those since the last total, or of those in an open section.
 */
export function createSums<Section>() {
  let sum = zero
  let items = 0
  let sinceTotal: Start<Section> = { before: zero }
  let sections: Start<Section>[] = []
  const within = new Map<Section, { sum: Decimal; items: number }>()
  return {
    total: () => sum,
    begin: (section: Section) => sections.push({ section, before: sum }),
    /** Adds an item that lies in the open sections. */
    item(priced: Priced, open: readonly Section[]): void {
      const amount = amountOf(priced)
      items += 1
      sum = add(sum, amount)
      for (const section of open) {
        const before = within.get(section) ?? { sum: zero, items: 0 }
        within.set(section, { sum: add(before.sum, amount), items: before.items + 1 })
      }
    },
    /** Compares the amount in the row of a section with the sum of its items. */
    compareSection(section: Section, amount: number): Pick<FileAmount, 'amount' | 'sum' | 'agrees'> {
      const stated = round(decimal(amount), 2)
      const own = within.get(section) ?? { sum: zero, items: 0 }
      return { amount: numberOf(stated), sum: numberOf(own.sum), agrees: agrees(own.sum, stated, own.items) }
    },
    /** Compares a total with the sums that it may stand for. */
    compare(amount: number, open: readonly Section[]): Pick<FileAmount, 'amount' | 'sum' | 'agrees'> {
      sections = sections.filter(({ section }) => section !== undefined && open.includes(section))
      const stated = round(decimal(amount), 2)
      const found = [{ before: zero }, sinceTotal, ...sections].map(({ before }) => subtract(sum, before))
      const match = found.find((one) => agrees(one, stated, items))
      sinceTotal = { before: sum }
      return { amount: numberOf(stated), sum: numberOf(match ?? sum), agrees: match !== undefined }
    },
  }
}

/** The amount of an item if it differs from quantity by rate by a rupee or more; amounts rounded to rupees are usual. */
export function otherAmount(priced: Priced, amount: number): Pick<FileAmount, 'amount' | 'sum'> | undefined {
  const [stated, computed] = [round(decimal(amount), 2), amountOf(priced)]
  const isNear = compare(absolute(subtract(stated, computed)), decimal(1)) < 0
  return isNear ? undefined : { amount: numberOf(stated), sum: numberOf(computed) }
}
