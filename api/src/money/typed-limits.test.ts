import { expect, test } from 'vitest'
import type { BillHead, TypedHead } from './bill-engine/bill.ts'
import { typedFaults } from './typed-limits.ts'

const faultsOf = (upto: Partial<Record<BillHead, string>>, typed: [TypedHead, string][]) =>
  typedFaults(
    Object.entries(upto).map(([head, amount]) => ({ head: head as BillHead, upto: amount })),
    typed.map(([head, since]) => ({ head, since })),
  ).map(({ message }) => message)

const moreReleased = '60.00 would be released up to date, more than the 50.00 withheld'

test.each<[string, Partial<Record<BillHead, string>>, [TypedHead, string][], string[]]>([
  ['a release of all that is withheld', { WITHHELD: '50.00', RELEASED: '50.00' }, [['RELEASED', '50']], []],
  ['a release of more', { WITHHELD: '50.00', RELEASED: '60.00' }, [['RELEASED', '10']], [moreReleased]],
  ['less withheld than is released', { WITHHELD: '50.00', RELEASED: '60.00' }, [['WITHHELD', '-10']], [moreReleased]],
  ['more released before, which this bill does not move', { WITHHELD: '50.00', RELEASED: '60.00' }, [], []],
  [
    'an advance with more recovery reversed than was recovered',
    { ADVANCE_RECOVERY: '-0.01' },
    [
      ['ADVANCE_RECOVERY', '5'],
      ['ADVANCE_RECOVERY', '-5.01'],
    ],
    ['ADVANCE_RECOVERY would come to -0.01 up to date, below zero'],
  ],
  ['a head that stood below zero and rises', { LD: '-5.00' }, [['LD', '5']], []],
  ['another amount to the contractor', { OTHER: '-5.00' }, [['OTHER', '-5']], []],
])('%s', (_, upto, typed, faults) => {
  expect(faultsOf(upto, typed)).toEqual(faults)
})
