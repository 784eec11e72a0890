import { add, subtract, textOf } from '../../kernel/decimal.ts'
import {
  type Bill,
  type BillHead,
  type BillInput,
  type BillLine,
  type BillWork,
  billHeads,
  type Memorandum,
} from './bill.ts'
import { computeBill } from './compute.ts'
import { figureOf, rupees, sumOf, zeroRupees } from './figures.ts'
import { plainAmount } from './head-amounts.ts'
import { invoiceHeads, roundOff } from './heads.ts'
import { lineOf, sumsOf } from './lines.ts'

function passedWork(claimed: BillWork, { quantities, work }: Memorandum): BillWork {
  const passed = new Map(Object.entries(quantities))
  const ids = new Set(claimed.source === 'ITEMS' ? claimed.items.map(({ id }) => id) : [])
  const unknown = [...passed.keys()].find((id) => !ids.has(id))
  if (unknown !== undefined) throw new Error(`item ${unknown} is not in the bill`)
  if (claimed.source === 'TYPED') return work === null ? claimed : { source: 'TYPED', upto: work }
  if (work !== null) throw new Error('work that is billed by items is passed by items')
  return {
    source: 'ITEMS',
    items: claimed.items.map((item) => ({ ...item, quantity: passed.get(item.id) ?? item.quantity })),
  }
}

/** The line with the memorandum's amount instead of the computed one. */
function replacedLine(line: BillLine, { since, note }: Memorandum['replaced'][number]): BillLine {
  const before = rupees(line.previous)
  return { ...line, ...figureOf(add(before, rupees(since)), before), replaced: note }
}

/** The lines with the memorandum's amounts; a head without a line gets one, with a previous amount of 0. */
function replaceHeads(lines: readonly BillLine[], replaced: Memorandum['replaced']): BillLine[] {
  const amounts = new Map<BillHead, Memorandum['replaced'][number]>(replaced.map((amount) => [amount.head, amount]))
  if (amounts.size < replaced.length) throw new Error('a head is replaced twice')
  return billHeads.flatMap((head) => {
    const line = lines.find((computed) => computed.head === head)
    const amount = amounts.get(head)
    if (!amount) return line ?? []
    return replacedLine(line ?? lineOf(head, '0', plainAmount(zeroRupees)), amount)
  })
}

/** The lines with ROUND_OFF computed again for the changed invoice. */
function roundAgain(lines: readonly BillLine[]): BillLine[] {
  const rounded = lines.filter(({ head }) => head !== 'ROUND_OFF' && invoiceHeads.some((one) => one === head))
  const since = roundOff(sumOf(rounded.map((line) => rupees(line.since))))
  return lines.map((line) => {
    if (line.head !== 'ROUND_OFF') return line
    const before = rupees(line.previous)
    return { ...line, ...figureOf(add(before, since), before) }
  })
}

const taxDeducted = (lines: readonly BillLine[]) => rupees(lines.find(({ head }) => head === 'IT_TDS')?.since ?? '0')

/**
 * The bill as the memorandum passes it. The engine runs again on the passed work; then each replaced head gets the
 * memorandum's amount. ROUND_OFF (unless it is replaced itself), invoice, net and the tax deducted in the year follow;
 * no other head is computed again from a replaced one. `netDifference` is the memorandum's net minus the computed one,
 * `0.00` if they agree. Throws as computeBill does, and an Error for an item that is not in the bill, for a typed
 * amount of work in a bill by items, and for a head that is replaced twice.
 */
export function passBill(input: BillInput, memorandum: Memorandum): { bill: Bill; netDifference: string } {
  const computed = computeBill({ ...input, work: passedWork(input.work, memorandum) })
  const replaced = replaceHeads(computed.lines, memorandum.replaced)
  const isRounded = input.terms.hasRoundOff && memorandum.replaced.every(({ head }) => head !== 'ROUND_OFF')
  const lines = isRounded ? roundAgain(replaced) : replaced
  const sums = sumsOf(lines)
  const moreTax = subtract(taxDeducted(lines), taxDeducted(computed.lines))
  const year = computed.year && { ...computed.year, deducted: textOf(add(rupees(computed.year.deducted), moreTax)) }
  return {
    bill: { ...computed, lines, ...sums, year },
    netDifference: textOf(subtract(rupees(memorandum.net), rupees(sums.net.since))),
  }
}
