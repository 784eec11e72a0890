import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf } from '../../kernel/decimal.ts'
import { type Bill, type BillHead, type BillInput, billHeads, type Figure, typedHeads, type WorkItem } from './bill.ts'
import { asPrevious, computeBill } from './compute.ts'
import { passBill } from './pass.ts'

const textBetween = (min: number, max: number, scale: number) =>
  fc.integer({ min, max }).map((units) => textOf({ units: BigInt(units), scale }))
const upTo = (maxLength: number) => ({ minLength: 1, maxLength, size: 'max' }) as const
const amounts = textBetween(-1_000_000, 10_000_000, 2)
const percents = { percent: textBetween(0, 200_000, 4), ruleIds: fc.constant([]) }
const kinds = fc.constantFrom('CENTRAL_AND_STATE', 'INTEGRATED')
const rule = { ...percents, round: fc.constantFrom('PAISA', 'RUPEE') }
const orNone = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null })
const capPercents = orNone(textBetween(0, 100_000, 4))
const years = fc.constantFrom(null, { singleLimit: '30000', yearLimit: '100000', credited: '0', deducted: '0' })
const terms = fc.record({
  isFinal: fc.constant(false),
  tenderPercentage: textBetween(-400_000, 400_000, 4),
  value: textBetween(0, 1_000_000_000, 2),
  gst: fc.record({ kind: fc.oneof(kinds, fc.constant('NONE')), ...percents }),
  hasRoundOff: fc.boolean(),
  withheld: orNone(fc.record(rule)),
  retention: orNone(fc.record({ ...rule, capPercent: capPercents, mode: fc.constantFrom('EACH_BILL', 'FINAL_ONLY') })),
  advanceTax: orNone(fc.record(rule)),
  incomeTaxTds: orNone(fc.record({ ...rule, base: fc.constantFrom('TAXABLE', 'INVOICE_NET'), year: years })),
  gstTds: orNone(fc.record({ ...rule, kind: kinds, base: fc.constantFrom('TAXABLE', 'LESS_RECOVERY') })),
  cess: orNone(fc.record(rule)),
})
/** An item's index and the change of its quantity in thousandths; most changes add, some correct earlier measurements. */
const changes = fc.array(fc.tuple(fc.nat(59), fc.integer({ min: -50_000, max: 200_000 })), upTo(30))
const bills = fc.record({
  changes,
  cuts: fc.array(fc.tuple(fc.nat(59), fc.integer({ min: -90_000, max: 0 })), { maxLength: 5 }),
  variationUpto: textBetween(-1_000_000_000, 1_000_000_000, 2),
  typed: fc.array(fc.record({ head: fc.constantFrom(...typedHeads), since: amounts }), { maxLength: 8 }),
  replaced: fc.uniqueArray(
    fc.record({
      head: fc.constantFrom(...billHeads.filter((head) => head !== 'GROSS')),
      since: amounts,
      note: fc.constant('paid so'),
    }),
    { maxLength: 2, selector: ({ head }) => head },
  ),
})
const rates = fc.record({ rate: textBetween(0, 90_000_000, 4), percentageApplies: fc.boolean() })
const agreements = fc.record({
  terms,
  // Long schedules and long histories are rare, because each takes the time of many short ones.
  items: fc.oneof({ arbitrary: fc.array(rates, upTo(8)), weight: 9 }, fc.array(rates, upTo(60))),
  bills: fc.oneof({ arbitrary: fc.array(bills, upTo(4)), weight: 4 }, fc.array(bills, upTo(12))),
  more: changes,
})
type Agreement = typeof agreements extends fc.Arbitrary<infer Value> ? Value : never

/** Whole units of the last decimal. */
const unitsOf = (text = '0') => BigInt(text.replace('.', ''))

/** The items after some changes, with no quantity below zero. */
function applyChanges(items: readonly WorkItem[], itemChanges: readonly (readonly [number, number])[]): WorkItem[] {
  const units = items.map(({ quantity }) => unitsOf(quantity))
  for (const [item, change] of itemChanges) {
    const quantity = (units[item % units.length] ?? 0n) + BigInt(change)
    units[item % units.length] = quantity < 0n ? 0n : quantity
  }
  return items.map((item, index) => ({ ...item, quantity: textOf({ units: units[index] ?? 0n, scale: 3 }) }))
}

/** The bills of an agreement, each claimed and then passed with cuts and replaced heads; the next starts from the passed figures. */
function historyOf({ terms: agreedTerms, items, bills: billEntries }: Agreement) {
  let passed: WorkItem[] = items.map((item, index) => ({ ...item, id: `item ${index}`, quantity: '0.000' }))
  let last: Bill | null = null
  return billEntries.map(({ changes: measured, cuts, replaced, variationUpto, typed }, index) => {
    const claimed = applyChanges(passed, measured)
    const tax = agreedTerms.incomeTaxTds
    const incomeTaxTds = tax && { ...tax, year: tax.year && { ...tax.year, ...last?.year } }
    const input: BillInput = {
      terms: { ...agreedTerms, incomeTaxTds, isFinal: index === billEntries.length - 1 },
      work: { source: 'ITEMS', items: claimed },
      variationUpto,
      typed,
      previous: last && asPrevious(last),
    }
    passed = applyChanges(claimed, cuts)
    const quantities = Object.fromEntries(passed.map(({ id, quantity }) => [id, quantity]))
    const memorandum = { quantities, work: null, replaced, net: '0' }
    const { bill } = passBill(input, memorandum)
    last = bill
    return { input, claimed, memorandum, bill }
  })
}

function forAll(claim: (history: ReturnType<typeof historyOf>, more: Agreement['more']) => void) {
  const history = fc.property(agreements, (agreement) => claim(historyOf(agreement), agreement.more))
  fc.assert(history, { numRuns: 1000 })
}

const namedFigures = ({ items, work, variation, lines, invoice, net }: Bill): [string, Figure][] => [
  ...Object.entries({ work, variation, invoice, net }),
  ...items.flatMap(({ id, quantity, amount }) => Object.entries({ [`${id} quantity`]: quantity, [id]: amount })),
  ...lines.map((line): [string, Figure] => [line.head, line]),
]
const lineOf = (bill: Bill, head: BillHead) => bill.lines.find((line) => line.head === head)
const uptoOf = (bill: Bill) => [bill.work, ...bill.items.map(({ amount }) => amount)].map(({ upto }) => upto)
const withItems = (input: BillInput, items: readonly WorkItem[]): BillInput => ({
  ...input,
  work: { source: 'ITEMS', items },
})

test('the amounts passed bill by bill add up to the passed upto of every item and head', () => {
  forAll((history) => {
    const sums = new Map<string, bigint>()
    for (const { bill } of history)
      for (const [name, { upto, since }] of namedFigures(bill)) {
        sums.set(name, (sums.get(name) ?? 0n) + unitsOf(since))
        if (sums.get(name) !== unitsOf(upto)) expect.fail(`${name} stands at ${upto}`)
      }
  })
})

test('the halves of a tax are equal, retention stays within its cap, and net is the sum of its parts', () => {
  const added: BillHead[] = ['GROSS', 'CGST', 'SGST', 'IGST', 'ROUND_OFF', 'SECURED_ADVANCE', 'RELEASED']
  forAll((history) => {
    for (const { input, bill } of history) {
      const computed = computeBill(input)
      const sinceOf = (head: BillHead) => unitsOf(lineOf(computed, head)?.since)
      expect([sinceOf('CGST'), sinceOf('GST_TDS_CENTRAL')]).toEqual([sinceOf('SGST'), sinceOf('GST_TDS_STATE')])
      const { value, isFinal } = input.terms
      // Before the final bill, an amount that a memorandum retained stays.
      const retention = input.terms.retention?.mode === 'FINAL_ONLY' && !isFinal ? null : input.terms.retention
      const retained = unitsOf(lineOf(computed, 'RETENTION')?.upto)
      if (retention) expect(retained).toBeGreaterThanOrEqual(0n)
      // In paise x percentage a paisa is a million, and rounding adds at most half of that.
      const cap = unitsOf(value ?? '0') * unitsOf(retention?.capPercent ?? '0')
      if (retention?.capPercent) expect(retained * 1_000_000n).toBeLessThanOrEqual(cap + 500_000n)
      const parts = bill.lines.map(({ head, since }) => (added.includes(head) ? unitsOf(since) : -unitsOf(since)))
      expect(unitsOf(bill.net.since)).toBe(parts.reduce((sum, part) => sum + part, 0n))
    }
  })
})

test('a bill computed again is the same text, whatever the order of its items and entries', () => {
  forAll((history) => {
    for (const { input, claimed, memorandum, bill } of history.slice(-1)) {
      expect(JSON.stringify(passBill(input, memorandum).bill)).toBe(JSON.stringify(bill))
      const reordered = { ...withItems(input, claimed.toReversed()), typed: input.typed.toReversed() }
      const again = passBill(reordered, memorandum).bill
      expect({ ...again, items: again.items.toReversed() }).toEqual(bill)
    }
  })
})

test('a bill split in two has the same items, work and gross, and the same retention unless a memorandum replaced it', () => {
  forAll((history, more) => {
    const isRetained = history.every(({ memorandum }) => memorandum.replaced.every(({ head }) => head !== 'RETENTION'))
    for (const { input, claimed } of history.slice(-1)) {
      const whole = computeBill(input)
      const first = computeBill({ ...withItems(input, applyChanges(claimed, more)), variationUpto: '0', typed: [] })
      const second = computeBill({ ...input, previous: asPrevious(first) })
      expect(uptoOf(second)).toEqual(uptoOf(whole))
      for (const head of isRetained ? (['GROSS', 'RETENTION'] as const) : (['GROSS'] as const))
        expect(lineOf(second, head)?.upto).toBe(lineOf(whole, head)?.upto)
    }
  })
})

test('raising a rate by a paisa never lowers the work', () => {
  forAll((history) => {
    for (const { input, claimed } of history.slice(-1)) {
      const raised = claimed
        .slice(0, 1)
        .map((item) => ({ ...item, rate: textOf({ units: unitsOf(item.rate) + 100n, scale: 4 }) }))
      const { work } = computeBill(withItems(input, [...raised, ...claimed.slice(1)]))
      expect(unitsOf(work.upto)).toBeGreaterThanOrEqual(unitsOf(computeBill(input).work.upto))
    }
  })
})
