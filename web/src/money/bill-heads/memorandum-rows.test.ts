import type { BillLine, Figure } from '@plinth/api/money/bill-engine/bill'
import { expect, test } from 'vitest'
import { type Figures, headRows, isDeducted, isFilled, shortOf } from './memorandum-rows.ts'

const figure = (since: string): Figure => ({ upto: since, previous: '0.00', since })
const line = (head: BillLine['head'], since: string): BillLine => ({
  head,
  ...figure(since),
  base: null,
  percent: null,
  ruleIds: [],
  replaced: null,
})
const figures = (lines: BillLine[]): Figures => ({
  work: figure('0.00'),
  variation: figure('0.00'),
  lines,
  invoice: figure('0.00'),
  net: figure('0.00'),
})

test('heads are in the order of the memorandum, including heads that only the department has', () => {
  const claimed = figures([line('GROSS', '100.00'), line('IT_TDS', '2.00'), line('SECURED_ADVANCE', '5.00')])
  const passed = figures([line('GROSS', '90.00'), line('FINE', '1.00')])
  const { invoice, rest } = headRows(claimed, passed)
  expect(invoice.map(({ head }) => head)).toEqual(['GROSS'])
  const found = rest.map((row) => [row.head, row.isDeducted, row.claimed?.since, row.passed?.since])
  expect(found).toEqual([
    ['SECURED_ADVANCE', false, '5.00', undefined],
    ['IT_TDS', true, '2.00', undefined],
    ['FINE', true, undefined, '1.00'],
  ])
})

test('a smaller addition and a larger deduction are short by the same sign', () => {
  expect(shortOf(figure('100.00'), figure('90.10'))).toBe('9.90')
  expect(shortOf(figure('2.00'), figure('3.50'), true)).toBe('1.50')
  expect(shortOf(undefined, figure('1.00'), true)).toBe('1.00')
})

test('releases and advances are added, withheld amounts are deducted', () => {
  expect((['RELEASED', 'SECURED_ADVANCE', 'WITHHELD', 'LD'] as const).map(isDeducted)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a figure that fell back to zero is still shown', () => {
  expect(isFilled({ upto: '0.00', previous: '5.00', since: '-5.00' })).toBe(true)
  expect(isFilled(figure('0.00'))).toBe(false)
})
