import type { BillInput } from '@plinth/api/money/bill-engine/bill'
import { describe, expect, test } from 'vitest'
import { checkMemorandum } from './bill-typed.ts'
import { cutsOfItems, cutsToSend, faultOfCut, possibleCuts, type TypedCut } from './item-cuts.ts'

const cut = (cutQuantity: TypedCut['cutQuantity'], reason: string | null = 'Not at site', itemId = 'earth') => ({
  itemId,
  cutQuantity,
  reason,
})

describe('the fault of a typed cut', () => {
  test.each([
    ['nothing', cut(null), undefined],
    ['a zero', cut(0), undefined],
    ['a quantity with its reason', cut(10.125), undefined],
    ['all that is claimed', cut(20.5), undefined],
    ['a text', cut('ten'), 'NO_QUANTITY'],
    ['a quantity below zero', cut(-1), 'NO_QUANTITY'],
    ['a fourth decimal', cut(1.0001), 'NO_QUANTITY'],
    ['more than is claimed', cut(20.501), 'TOO_MUCH'],
    ['no reason', cut(1, ' '), 'NO_REASON'],
  ] as const)('%s', (_, typed, fault) => {
    expect(faultOfCut(typed, '20.500')).toBe(fault)
  })
})

const items = [
  { id: 'earth', rate: '100', percentageApplies: true, quantity: '20.500' },
  { id: 'stone', rate: '1000', percentageApplies: true, quantity: '3.000' },
]

test('an empty cut is not sent, and an invalid quantity is sent, so that the server rejects it', () => {
  expect(cutsToSend([cut(null), cut(0), cut('ten'), cut(5, null, 'stone')])).toEqual([
    { itemId: 'earth', cutQuantity: 'ten', reason: 'Not at site' },
    { itemId: 'stone', cutQuantity: 5, reason: '' },
  ])
})

test('an impossible cut does not count, and one without a reason does', () => {
  const typed = [cut(20.501), cut(1.5, null, 'stone'), cut(1, 'Another bill', 'steel')]
  expect(possibleCuts({ source: 'ITEMS', items }, typed)).toEqual([{ itemId: 'stone', cutQuantity: 1.5, reason: '' }])
})

const terms = {
  isFinal: false,
  tenderPercentage: '-10',
  value: null,
  gst: { kind: 'NONE', percent: '0', ruleIds: [] },
  hasRoundOff: false,
  withheld: null,
  retention: null,
  advanceTax: null,
  incomeTaxTds: null,
  gstTds: null,
  cess: null,
} as const

// 15.5 x 100 and 3 x 1000 are 4550.00; less 10 % 4095.00.
test('a memorandum is computed from the remaining quantities', () => {
  const input: BillInput = { terms, work: { source: 'ITEMS', items }, variationUpto: '0', typed: [], previous: null }
  const found = checkMemorandum(input, { workUpto: null, cuts: [cut(5)], replaced: [], net: 4095 })
  expect(found?.computed.items.map(({ quantity, amount }) => [quantity.since, amount.since])).toEqual([
    ['15.500', '1550.00'],
    ['3.000', '3000.00'],
  ])
  expect([found?.passed.net.since, found?.difference]).toEqual(['4095.00', '0.00'])
})

test('only cuts of items that are still in the bill are kept', () => {
  const typed = [cut(5), cut(1, null, 'stone'), cut('ten', null, 'steel')]
  expect(cutsOfItems(typed, [{ itemId: 'steel' }, { itemId: 'earth' }])).toEqual([typed[0], typed[2]])
})
