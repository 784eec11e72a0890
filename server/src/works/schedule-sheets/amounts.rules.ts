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

const size = (value: Decimal) => (compare(value, zero) < 0 ? negative(value) : value)

/** Whether a sum of so many items agrees: each amount may have been rounded, which is half a paisa an item. */
const agrees = (sum: Decimal, given: Decimal, items: number) =>
  compare(size(subtract(sum, given)), multiply(decimal('0.005'), decimal(items))) <= 0

/** From where a total may count: the beginning, what stands behind the last total, and each open section. */
interface Start<Section> {
  section?: Section
  before: Decimal
}

/**
 * Adds up the items of a sheet as they come, and compares what the sheet says of them. A total agrees with the sum of all above
 * it, of what stands since the last total, or of an open section.
 */
export function sums<Section>() {
  let sum = zero
  let items = 0
  let sinceTotal: Start<Section> = { before: zero }
  let sections: Start<Section>[] = []
  const within = new Map<Section, { sum: Decimal; items: number }>()
  return {
    total: () => sum,
    begin: (section: Section) => sections.push({ section, before: sum }),
    /** An item in the sections that are open. */
    item(priced: Priced, open: readonly Section[]): void {
      const amount = amountOf(priced)
      items += 1
      sum = add(sum, amount)
      for (const section of open) {
        const before = within.get(section) ?? { sum: zero, items: 0 }
        within.set(section, { sum: add(before.sum, amount), items: before.items + 1 })
      }
    },
    /** What the row of a section says that its items come to, and whether it agrees. */
    compareSection(section: Section, amount: number): Pick<FileAmount, 'amount' | 'sum' | 'agrees'> {
      const given = round(decimal(amount), 2)
      const own = within.get(section) ?? { sum: zero, items: 0 }
      return { amount: numberOf(given), sum: numberOf(own.sum), agrees: agrees(own.sum, given, own.items) }
    },
    /** What a total comes to, and whether it agrees. */
    compare(amount: number, open: readonly Section[]): Pick<FileAmount, 'amount' | 'sum' | 'agrees'> {
      sections = sections.filter(({ section }) => section !== undefined && open.includes(section))
      const given = round(decimal(amount), 2)
      const found = [{ before: zero }, sinceTotal, ...sections].map(({ before }) => subtract(sum, before))
      const near = found.find((one) => agrees(one, given, items))
      sinceTotal = { before: sum }
      return { amount: numberOf(given), sum: numberOf(near ?? sum), agrees: near !== undefined }
    },
  }
}

/** The amount of an item where it is a rupee or more away from quantity by rate; amounts in whole rupees are usual. */
export function otherAmount(priced: Priced, amount: number): Pick<FileAmount, 'amount' | 'sum'> | undefined {
  const [given, right] = [round(decimal(amount), 2), amountOf(priced)]
  const isNear = compare(size(subtract(given, right)), decimal(1)) < 0
  return isNear ? undefined : { amount: numberOf(given), sum: numberOf(right) }
}
