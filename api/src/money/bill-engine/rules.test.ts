import { describe, expect, test } from 'vitest'
import { type Bill, type BillHead, type BillInput, type BillTerms, type Memorandum, typedHeads } from './bill.ts'
import { asPrevious, computeBill } from './compute.ts'
import { passBill } from './pass.ts'
import { NegativeQuantityError } from './work.ts'

type Amounts = Partial<Record<BillHead, string>>
type TermOverrides = Partial<BillTerms>

const noRules: BillTerms = {
  isFinal: false,
  tenderPercentage: '0',
  value: null,
  gst: { kind: 'NONE', percent: '0', ruleIds: [] },
  hasRoundOff: false,
  withheld: null,
  retention: null,
  advanceTax: null,
  incomeTaxTds: null,
  gstTds: null,
  cess: null,
}
const paisa = (percent: string) => ({ percent, round: 'PAISA', ruleIds: [`rule ${percent}`] }) as const
const rupee = (percent: string) => ({ ...paisa(percent), round: 'RUPEE' }) as const
const halves = (percent: string): TermOverrides => ({ gst: { kind: 'CENTRAL_AND_STATE', percent, ruleIds: [] } })
const integrated = (percent: string): TermOverrides => ({ gst: { kind: 'INTEGRATED', percent, ruleIds: [] } })
const eachBill = { capPercent: null, mode: 'EACH_BILL' } as const
const fiveRetained: TermOverrides = { retention: { ...paisa('5'), ...eachBill } }
const cappedAt = (capPercent: string) => ({ ...rupee('10'), ...eachBill, capPercent })

/** A bill with typed work, whose gross since the beginning is given. */
const typedBill = (
  gross: string,
  terms: TermOverrides = {},
  typed: Amounts = {},
  previous: BillInput['previous'] = null,
) => ({
  terms: { ...noRules, ...terms },
  work: { source: 'TYPED' as const, upto: gross },
  variationUpto: '0',
  typed: typedHeads.flatMap((head) => (typed[head] === undefined ? [] : [{ head, since: typed[head] }])),
  previous,
})
/** A bill by items, each with id, rate and quantity; the tender percentage does not apply to item d. */
const itemBill = (items: string[][], tenderPercentage = '0', previous: BillInput['previous'] = null): BillInput => ({
  ...typedBill('0', { tenderPercentage }, {}, previous),
  work: {
    source: 'ITEMS',
    items: items.map(([id = '', rate = '', quantity = '']) => ({ id, rate, quantity, percentageApplies: id !== 'd' })),
  },
})
const after = (heads: Amounts) => ({ work: '0', variation: '0', items: {}, heads })
const lineOf = (bill: Bill, head: BillHead) => bill.lines.find((line) => line.head === head)
const sinces = (bill: Bill) => Object.fromEntries(bill.lines.map(({ head, since }) => [head, since]))

describe('work upto', () => {
  test.each([
    ['3.333', '10.05', '33.50'],
    ['0.500', '0.0100', '0.01'],
    ['2', '1234.5678', '2469.14'],
  ])('of %s at %s is %s', (quantity, rate, amount) => {
    expect(computeBill(itemBill([['a', rate, quantity]])).items[0]?.amount.upto).toBe(amount)
  })

  test.each([
    ['5', '10.32'],
    ['-5', '10.28'],
  ])('adds %s per cent once to the sum of the rounded items that it applies to', (tender, upto) => {
    // 0.095 is 0.10, three times; 5 per cent of 0.30 is 0.015, and of each item separately it would be 0.01.
    const quoted = ['a', 'b', 'c'].map((id) => [id, '0.19', '0.5'])
    expect(computeBill(itemBill([...quoted, ['d', '10', '1']], tender)).work.upto).toBe(upto)
  })

  test('minus the previous amount is since, which is not quantity x rate', () => {
    const first = computeBill(itemBill([['a', '0.33', '1.5']]))
    const second = computeBill(itemBill([['a', '0.33', '3']], '0', asPrevious(first)))
    const quantity = { upto: '3.000', previous: '1.500', since: '1.500' }
    expect(second.items).toEqual([{ id: 'a', quantity, amount: { upto: '0.99', previous: '0.50', since: '0.49' } }])
    expect(second.work).toEqual({ upto: '0.99', previous: '0.50', since: '0.49' })
  })

  test('is the typed amount, without the tender percentage; gross adds the variation to it', () => {
    const bill = computeBill({ ...typedBill('100', { tenderPercentage: '10' }), variationUpto: '-7.5' })
    expect([bill.work.upto, bill.variation.upto, lineOf(bill, 'GROSS')?.upto]).toEqual(['100.00', '-7.50', '92.50'])
  })

  test('is rejected for a negative quantity, with its item id and quantity', () => {
    const compute = () => computeBill(itemBill([['5.9.1', '10', '-0.01']]))
    const message = 'quantity upto date must not be negative: item 5.9.1 would come to -0.01'
    expect(compute).toThrow(NegativeQuantityError)
    expect(compute).toThrow(expect.objectContaining({ message, itemId: '5.9.1', quantity: '-0.01' }))
  })

  const previous = asPrevious(computeBill(itemBill([['b', '1', '0']])))
  test.each([
    ['item a is there twice', itemBill(['a', 'a'].map((id) => [id, '1', '1']))],
    ['item b of the previous bill is missing', itemBill([['a', '1', '1']], '0', previous)],
    ['item b of the previous bill is missing', typedBill('1', {}, {}, previous)],
    ['1.005 has more than 2 decimals', typedBill('1.005')],
    ['1.0005 has more than 3 decimals', itemBill([['a', '1', '1.0005']])],
    ['a retention with a cap needs the value', typedBill('1', { retention: cappedAt('5') })],
  ])('is rejected: %s', (message, input) => {
    expect(() => computeBill(input)).toThrow(message)
  })
})

const halvesOfTds: TermOverrides = { gstTds: { ...paisa('2'), kind: 'CENTRAL_AND_STATE', base: 'TAXABLE' } }
const tdsOfRest: TermOverrides = { gstTds: { ...paisa('2'), kind: 'INTEGRATED', base: 'LESS_RECOVERY' } }
const roundOff = { hasRoundOff: true }
const advanceTax = (round: 'PAISA' | 'RUPEE'): TermOverrides => ({ advanceTax: { ...paisa('18'), round } })
const recovery = (since: string) => ({ ADVANCE_RECOVERY: since })
const incomeTax: TermOverrides = { incomeTaxTds: { ...paisa('2'), base: 'TAXABLE', year: null } }
const taxOfNet: TermOverrides = {
  ...integrated('18'),
  incomeTaxTds: { ...paisa('2'), base: 'INVOICE_NET', year: null },
}
const netAndAdvance = { ...taxOfNet, ...advanceTax('PAISA') }
const manyEntries = { WITHHELD: '50', RELEASED: '30', SECURED_ADVANCE: '7777', ADVANCE_RECOVERY: '100' }

test.each<[string, string, TermOverrides, Amounts, Amounts]>([
  ['GST has two equal halves', '333.33', halves('18'), {}, { CGST: '30.00', SGST: '30.00' }],
  ['each half of GST is rounded separately', '0.50', halves('5'), {}, { CGST: '0.01', SGST: '0.01' }],
  ['integrated GST is rounded once', '0.50', integrated('5'), {}, { IGST: '0.03' }],
  ['a credit note gives both halves back', '-10', halves('0.10'), {}, { CGST: '-0.01', SGST: '-0.01' }],
  ['a credit note gives integrated GST back', '-0.50', integrated('5'), {}, { IGST: '-0.03' }],
  ['an invoice is rounded up from half a rupee', '100.50', roundOff, {}, { ROUND_OFF: '0.50' }],
  ['a credit note is rounded as an invoice', '-100.50', roundOff, {}, { ROUND_OFF: '-0.50' }],
  ['halves of tax are rounded off too', '100.30', { ...halves('18'), ...roundOff }, {}, { ROUND_OFF: '-0.36' }],
  ['integrated tax is rounded off too', '100.30', { ...integrated('18'), ...roundOff }, {}, { ROUND_OFF: '-0.35' }],
  ['entries and a share are withheld', '310', { withheld: rupee('5') }, { WITHHELD: '6' }, { WITHHELD: '22.00' }],
  ['no share of a credit note is withheld', '-310', { withheld: paisa('5') }, {}, { WITHHELD: '0.00' }],
  ['an advance is recovered with its tax', '0', advanceTax('PAISA'), recovery('100.25'), { ADVANCE_TAX: '18.05' }],
  ['a reversed recovery reverses its tax', '0', advanceTax('RUPEE'), recovery('-100.25'), { ADVANCE_TAX: '-18.00' }],
  ['cess is a share of gross', '1050', { cess: rupee('1') }, {}, { CESS: '11.00' }],
  ['GST TDS is a share of gross', '1000.25', halvesOfTds, recovery('400'), { GST_TDS_CENTRAL: '20.01' }],
  ['GST TDS has two equal halves', '1000.25', halvesOfTds, {}, { GST_TDS_CENTRAL: '20.01', GST_TDS_STATE: '20.01' }],
  ['GST TDS is a share of gross less recovery', '1000.25', tdsOfRest, recovery('400'), { GST_TDS_INTEGRATED: '12.01' }],
  ['GST TDS is never below zero', '1000', tdsOfRest, recovery('2000'), { GST_TDS_INTEGRATED: '0.00' }],
  ['a credit note has no GST TDS', '-1000', tdsOfRest, recovery('-2000'), { GST_TDS_INTEGRATED: '0.00' }],
  ['income-tax is a share of gross', '1050', incomeTax, {}, { IT_TDS: '21.00' }],
  // Of 1000 + 180 of GST - 50 withheld + 30 released - 100 recovered - 18 of its tax.
  ['income-tax is a share of the net invoice', '1000', netAndAdvance, manyEntries, { IT_TDS: '20.84' }],
  ['a credit note with a release has no income-tax', '-1', taxOfNet, { RELEASED: '500' }, { IT_TDS: '0.00' }],
])('%s', (_, gross, terms, typed, expected) => {
  expect(sinces(computeBill(typedBill(gross, terms, typed)))).toMatchObject(expected)
})

describe('retention', () => {
  const retentionOf = (bill: Bill) => [lineOf(bill, 'RETENTION')?.upto, lineOf(bill, 'RETENTION')?.since]

  const nextBill = (gross: string, terms: TermOverrides, GROSS: string, RETENTION: string) =>
    computeBill(typedBill(gross, terms, {}, after({ GROSS, RETENTION })))

  test.each([
    ['0.00', '0.00', '1000.50', paisa('5'), '50.03', '50.03'],
    ['0.00', '0.00', '1010.00', rupee('5'), '51.00', '51.00'],
    ['400.00', '20.00', '-400.00', paisa('5'), '0.00', '-20.00'],
    ['1000.00', '50.00', '900.00', paisa('5'), '45.00', '-5.00'],
    // Rounded since the beginning: 5 % of 1010 is 51 to the rupee, of 1030 it is 52.
    ['1010.00', '51.00', '1030.00', rupee('5'), '52.00', '1.00'],
  ])(
    'from a gross of %s with %s retained to a gross of %s, the rule %o gives %s',
    (before, previousAmount, gross, rule, upto, since) => {
      const terms = { retention: { ...rule, ...eachBill } }
      expect(retentionOf(nextBill(gross, terms, before, previousAmount))).toEqual([upto, since])
    },
  )

  test.each([
    ['a raised percentage applies only to the work since the last bill', '2000', '25.00', '75.00', '50.00', '1000.00'],
    [
      'a head that begins later applies only to the work since the last bill',
      '2000',
      '0.00',
      '50.00',
      '50.00',
      '1000.00',
    ],
    ['a lowered percentage gives nothing back', '2000', '100.00', '150.00', '50.00', '1000.00'],
    ['an amount that a memorandum gave back is not retained again', '1000', '10.00', '10.00', '0.00', '0.00'],
    ['an amount that a memorandum gave back stays out of later bills', '1400', '10.00', '30.00', '20.00', '400.00'],
    ['less work than before gives back no more than is retained', '400', '10.00', '0.00', '-10.00', '-600.00'],
  ])('%s', (_, gross, previousAmount, upto, since, base) => {
    const bill = nextBill(gross, fiveRetained, '1000.00', previousAmount)
    expect(retentionOf(bill)).toEqual([upto, since])
    expect(lineOf(bill, 'RETENTION')).toMatchObject({ base, percent: '5' })
  })

  test.each([
    ['a raised percentage stops at the cap', '2000', '1000', '25.00', '60.00'],
    ['the amount above a lowered cap is given back', '1000', '1000', '80.00', '60.00'],
    ['less work that still reaches the cap gives nothing back', '1300', '2000', '60.00', '60.00'],
    ['less work below the cap gives back the rest', '1100', '2000', '60.00', '55.00'],
    ['after a release new work is retained until the cap is reached again', '2400', '2000', '35.00', '55.00'],
    ['less work after a release gives back as much as the cap falls', '1100', '2000', '35.00', '30.00'],
  ])('with a cap of 60: %s', (_, gross, before, previousAmount, upto) => {
    const terms: TermOverrides = { retention: { ...paisa('5'), ...eachBill, capPercent: '6' }, value: '1000' }
    expect(retentionOf(nextBill(gross, terms, before, previousAmount))[0]).toBe(upto)
  })

  test('stops at its cap, which is rounded to the paisa for any rounding of the rule', () => {
    const terms: TermOverrides = { retention: cappedAt('5'), value: '1000.10' }
    const first = computeBill(typedBill('400', terms))
    const second = computeBill(typedBill('900', terms, {}, asPrevious(first)))
    const third = computeBill(typedBill('1000', terms, {}, asPrevious(second)))
    expect([second, third].map(retentionOf)).toEqual([
      ['50.01', '10.01'],
      ['50.01', '0.00'],
    ])
  })

  test('is taken only in the final bill if the agreement says so', () => {
    const terms: TermOverrides = { retention: { ...paisa('2.5'), capPercent: null, mode: 'FINAL_ONLY' } }
    const first = computeBill(typedBill('400', terms))
    expect(retentionOf(first)).toEqual(['0.00', '0.00'])
    const last = computeBill(typedBill('1000', { ...terms, isFinal: true }, {}, asPrevious(first)))
    expect(retentionOf(last)).toEqual(['25.00', '25.00'])
    const retained = { ...asPrevious(first), heads: { GROSS: '400.00', RETENTION: '7.00' } }
    expect(retentionOf(computeBill(typedBill('600', terms, {}, retained)))).toEqual(['7.00', '0.00'])
  })
})

test('a bill below zero has no TDS, GST TDS or cess, and reduces its retention', () => {
  const terms: TermOverrides = { ...integrated('18'), ...incomeTax, ...halvesOfTds, ...fiveRetained, cess: rupee('1') }
  const previous = asPrevious(computeBill(typedBill('2000', terms)))
  const bill = computeBill(typedBill('1500', terms, {}, previous))
  const none = { IT_TDS: '0.00', GST_TDS_CENTRAL: '0.00', GST_TDS_STATE: '0.00', CESS: '0.00' }
  expect(sinces(bill)).toEqual({ GROSS: '-500.00', IGST: '-90.00', RETENTION: '-25.00', ...none })
  // Before: 2000 + 360, less 100, 40, 40, 40 and 20.
  expect(bill.net).toEqual({ upto: '1555.00', previous: '2120.00', since: '-565.00' })
  expect(lineOf(bill, 'CESS')).toMatchObject({ upto: '20.00', previous: '20.00', base: '0.00' })
})

describe('a bill below zero after one with another tax', () => {
  const invoiced = asPrevious(computeBill(typedBill('1000', halves('18'))))

  test('gives back the tax of the last bill, with its percentage and kind', () => {
    const bill = computeBill(typedBill('900', integrated('12'), {}, invoiced))
    expect(sinces(bill)).toEqual({ GROSS: '-100.00', CGST: '-9.00', SGST: '-9.00' })
    expect(lineOf(bill, 'CGST')).toMatchObject({ percent: '9', base: '-100.00' })
    // A second one gives back the same tax.
    const again = computeBill(typedBill('800', integrated('12'), {}, asPrevious(bill)))
    expect(sinces(again)).toEqual({ GROSS: '-100.00', CGST: '-9.00', SGST: '-9.00' })
  })

  test('has its own tax if gross rises, and if nothing was billed before', () => {
    expect(sinces(computeBill(typedBill('1100', integrated('12'), {}, invoiced)))).toMatchObject({
      IGST: '12.00',
      CGST: '0.00',
    })
    expect(sinces(computeBill(typedBill('-100', integrated('12'))))).toMatchObject({ IGST: '-12.00' })
  })

  test('gives back no tax if the last bill had none', () => {
    const untaxed = asPrevious(computeBill(typedBill('1000')))
    expect(sinces(computeBill(typedBill('900', integrated('12'), {}, untaxed)))).toEqual({ GROSS: '-100.00' })
  })
})

test.each([
  ['neither limit is passed', '30000', '0', '0', '0.00', '30000.00', '30000.00', '0.00'],
  ['the single limit is passed', '30001', '0', '0', '600.00', '30001.00', '30001.00', '600.00'],
  ['the year stands at its limit', '25000', '75000', '0', '0.00', '25000.00', '100000.00', '0.00'],
  ['the year passes its limit', '25001', '75000', '0', '2000.00', '100001.00', '100001.00', '2000.00'],
  ['some was deducted before', '40000', '75000', '700', '1600.00', '115000.00', '115000.00', '2300.00'],
  ['more was deducted than is due', '5000', '98000', '9000', '0.00', '103000.00', '103000.00', '9000.00'],
  ['it is a credit note', '-10000', '250000', '0', '0.00', '0.00', '240000.00', '0.00'],
  ['a credit note takes off more than there was', '-10000', '4000', '0', '0.00', '0.00', '0.00', '0.00'],
])(
  'income-tax of a payee in a year where %s',
  (_, gross, creditedBefore, deductedBefore, since, base, credited, deducted) => {
    const year = { singleLimit: '30000', yearLimit: '100000', credited: creditedBefore, deducted: deductedBefore }
    const bill = computeBill(typedBill(gross, { incomeTaxTds: { ...rupee('2'), base: 'TAXABLE', year } }))
    expect(lineOf(bill, 'IT_TDS')).toMatchObject({ since, base })
    expect(bill.year).toEqual({ credited, deducted })
  },
)

test('a line contains the base of its percentage', () => {
  const terms: TermOverrides = { ...halves('18'), ...roundOff, ...advanceTax('PAISA'), cess: paisa('3.0000') }
  const bill = computeBill(typedBill('1000.40', terms, recovery('100.00')))
  expect(lineOf(bill, 'CGST')).toMatchObject({ base: '1000.40', percent: '9' })
  expect(lineOf(bill, 'CESS')).toMatchObject({ base: '1000.40', percent: '3', ruleIds: ['rule 3.0000'] })
  expect(lineOf(bill, 'ADVANCE_TAX')).toMatchObject({ base: '100.00', percent: '18', ruleIds: ['rule 18'] })
  for (const head of ['GROSS', 'ROUND_OFF', 'ADVANCE_RECOVERY'] as const)
    expect(lineOf(bill, head)).toMatchObject({ base: null, percent: null, ruleIds: [], replaced: null })
})

test('a bill has a line for each head with a rule, entries or a previous figure, and no negative zero', () => {
  const previous = after({ FINE: '3.00', RETENTION: '9.00', CGST: '1.00' })
  const typed = ['2', '3'].map((since) => ({ head: 'LD' as const, since }))
  const input = typedBill('-0.00', { cess: paisa('1') }, { OTHER: '-0' }, previous)
  const bill = computeBill({ ...input, typed: [...input.typed, ...typed] })
  expect(Object.keys(sinces(bill))).toEqual(['GROSS', 'CGST', 'RETENTION', 'CESS', 'LD', 'FINE', 'OTHER'])
  expect(Object.values(sinces(bill))).toEqual(['0.00', '0.00', '0.00', '0.00', '5.00', '0.00', '0.00'])
  expect(lineOf(bill, 'RETENTION')).toMatchObject({ upto: '9.00', previous: '9.00' })
})

describe('passing', () => {
  const year = { singleLimit: '0', yearLimit: '0', credited: '0', deducted: '0' }
  const incomeTaxTds = { ...paisa('2'), base: 'INVOICE_NET', year } as const
  const terms: TermOverrides = { ...integrated('18'), ...fiveRetained, incomeTaxTds }
  const asClaimed: Memorandum = { quantities: {}, work: null, replaced: [], net: '0' }
  const billOf = (quantity: string) => ({ ...itemBill([['a', '10', quantity]]), terms: { ...noRules, ...terms } })
  const claimed = billOf('10')

  test('computes the bill again from passed quantities, and from passed work', () => {
    expect(passBill(claimed, { ...asClaimed, quantities: { a: '4' } }).bill).toEqual(computeBill(billOf('4')))
    const typed = typedBill('100', terms)
    expect(passBill(typed, { ...asClaimed, work: '40' }).bill).toEqual(computeBill(typedBill('40', terms)))
    for (const bill of [claimed, typed]) expect(passBill(bill, asClaimed).bill).toEqual(computeBill(bill))
  })

  test('takes replaced amounts, and computes no other head from them', () => {
    const replaced: Memorandum['replaced'] = [
      { head: 'IGST', since: '100', note: 'at 10 per cent' },
      { head: 'IT_TDS', since: '30', note: 'as deducted' },
      { head: 'FINE', since: '5', note: 'no board at the site' },
    ]
    const input = typedBill('1000', terms, {}, after({ IGST: '20.00' }))
    const { bill, netDifference } = passBill(input, { ...asClaimed, replaced, net: '1015.10' })
    const tax = { upto: '120.00', previous: '20.00', since: '100.00', base: '1000.00', percent: '18' }
    expect(lineOf(bill, 'IGST')).toMatchObject({ ...tax, replaced: 'at 10 per cent' })
    expect(lineOf(bill, 'IT_TDS')).toMatchObject({ base: '1180.00', since: '30.00' })
    expect(lineOf(bill, 'FINE')).toMatchObject({ upto: '5.00', base: null, replaced: 'no board at the site' })
    expect(Object.keys(sinces(bill))).toEqual(['GROSS', 'IGST', 'RETENTION', 'IT_TDS', 'FINE'])
    expect([bill.invoice.since, bill.net.since, netDifference]).toEqual(['1100.00', '1015.00', '0.10'])
    expect(bill.year).toEqual({ credited: '1180.00', deducted: '30.00' })
  })

  test('produces the figures that the next bill starts from', () => {
    const { bill } = passBill({ ...claimed, variationUpto: '3' }, { ...asClaimed, quantities: { a: '4' } })
    const next = computeBill({ ...claimed, previous: asPrevious(bill) })
    expect(next.items[0]?.quantity).toEqual({ upto: '10.000', previous: '4.000', since: '6.000' })
    expect([next.work.previous, next.variation.since, next.net.previous]).toEqual(['40.00', '-3.00', bill.net.upto])
  })

  const twice = ['1', '2'].map((since) => ({ head: 'LD' as const, since, note: 'late' }))
  test.each<[string, BillInput, Partial<Memorandum>]>([
    ['item c is not in the bill', claimed, { quantities: { c: '1' } }],
    ['item c is not in the bill', typedBill('100'), { quantities: { c: '1' } }],
    ['work that is billed by items is passed by items', claimed, { work: '40' }],
    ['quantity upto date must not be negative', claimed, { quantities: { a: '-1' } }],
    ['a head is replaced twice', claimed, { replaced: twice }],
  ])('is rejected: %s', (message, input, wrong) => {
    expect(() => passBill(input, { ...asClaimed, ...wrong })).toThrow(message)
  })
})
