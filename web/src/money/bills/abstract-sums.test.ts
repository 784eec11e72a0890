import { expect, test } from 'vitest'
import { cutBetween, sumsOf } from './abstract-sums.ts'

const figure = (upto: string, previous: string, since: string) => ({ upto, previous, since })
const rows = [
  { percentageApplies: true, amount: figure('1000.00', '400.00', '600.00') },
  { percentageApplies: true, amount: figure('234.56', '0.00', '234.56') },
  { percentageApplies: false, amount: figure('500.00', '500.00', '0.00') },
]

// 5.25 % of 1234.56 is 64.81 (64.8144), and of the 400.00 before it was 21.00.
test('the tender percentage is the difference between the work and the items that it applies to', () => {
  const work = figure('1669.75', '879.00', '790.75')
  expect(sumsOf(rows, work, '-5.25')).toEqual({
    items: figure('1734.56', '900.00', '834.56'),
    tender: { base: '1234.56', figure: figure('-64.81', '-21.00', '-43.81') },
    work,
  })
})

test('without a tender percentage the work is the sum of the items', () => {
  const work = figure('1734.56', '900.00', '834.56')
  expect(sumsOf(rows, work, '0.0000')).toEqual({ items: work, tender: null, work })
})

// 10 at 23.456 are cut of the second item: 234.56, less 5.25 % 222.25 (222.2456).
test('a cut is the sum at the rates of the schedule and with the tender percentage', () => {
  const claimed = sumsOf(rows, figure('1669.75', '879.00', '790.75'), '-5.25')
  const [first, , third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
  const passed = sumsOf([first, third], figure('1447.50', '879.00', '568.50'), '-5.25')
  expect(cutBetween(claimed, passed)).toEqual({ items: '234.56', work: '222.25' })
})
