import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  multiply,
  negative,
  numberOf,
  percentage,
  round,
  subtract,
  textOf,
  zero,
} from './decimal.ts'

const anyDecimal = fc.record({
  units: fc.bigInt(-(10n ** 30n), 10n ** 30n),
  scale: fc.integer({ min: 0, max: 12 }),
})
const textOfDecimal = (value: Decimal) => textOf(value)
/** The number as a multiple of 10⁻²⁴, of which every product in the tests is a whole multiple. */
const exactly = ({ units, scale }: Decimal) => units * 10n ** BigInt(24 - scale)

describe('decimal', () => {
  test.each([
    ['12.50', { units: 1250n, scale: 2 }],
    ['-0.005', { units: -5n, scale: 3 }],
    ['+7', { units: 7n, scale: 0 }],
    ['1e3', { units: 1000n, scale: 0 }],
    ['2.5e-7', { units: 25n, scale: 8 }],
    [12.5, { units: 125n, scale: 1 }],
    [1e-7, { units: 1n, scale: 7 }],
    [1e21, { units: 10n ** 21n, scale: 0 }],
    [0.1, { units: 1n, scale: 1 }],
    [-0, { units: 0n, scale: 0 }],
    ['99999999999999999999999999.99', { units: 9_999_999_999_999_999_999_999_999_999n, scale: 2 }],
  ])('reads %s', (value, found) => {
    expect(decimal(value)).toEqual(found)
  })

  test.each([
    '',
    ' ',
    '.',
    '1.',
    '.5',
    '1,000',
    '१२',
    '0x10',
    '1e9999',
    '--1',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('throws for %s', (value) => {
    expect(() => decimal(value)).toThrow(RangeError)
  })

  test('reads back every text that textOf writes, to the last digit', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => {
        expect(decimal(textOfDecimal(value))).toEqual(value)
      }),
    )
  })

  test('reads every number of at most 15 digits, which numberOf returns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 6 }),
        (units, scale) => {
          const number = Number(`${units}e-${scale}`)
          expect(numberOf(decimal(number))).toBe(number)
          expect(exactly(decimal(number))).toBe(exactly({ units: BigInt(units), scale }))
        },
      ),
    )
  })
})

describe('arithmetic', () => {
  test('is exact where floats are wrong', () => {
    expect(textOfDecimal(add(decimal('0.1'), decimal('0.2')))).toBe('0.3')
    expect(textOfDecimal(multiply(decimal('1.005'), decimal('100')))).toBe('100.500')
    expect(textOfDecimal(round(decimal('1.005'), 2))).toBe('1.01')
    expect(textOfDecimal(round(multiply(decimal('4.35'), decimal('100')), 0))).toBe('435')
  })

  test('gives exact sums, differences and products', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (one, other) => {
        expect(exactly(add(one, other))).toBe(exactly(one) + exactly(other))
        expect(exactly(subtract(one, other))).toBe(exactly(one) - exactly(other))
        expect(exactly(multiply(one, other)) * 10n ** 24n).toBe(exactly(one) * exactly(other))
        expect(exactly(add(one, negative(one)))).toBe(0n)
        expect(add(zero, one)).toEqual(one)
      }),
    )
  })

  test('compares exactly', () => {
    expect(compare(decimal('1.50'), decimal('1.5'))).toBe(0)
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (one, other) => {
        const [a, b] = [exactly(one), exactly(other)]
        expect(compare(one, other)).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })
})

describe('rounding', () => {
  test.each([
    ['2.5', 0, '3', '2'],
    ['3.5', 0, '4', '4'],
    ['-2.5', 0, '-3', '-2'],
    ['-3.5', 0, '-4', '-4'],
    ['2.51', 0, '3', '3'],
    ['2.49', 0, '2', '2'],
    ['0.125', 2, '0.13', '0.12'],
    ['0.135', 2, '0.14', '0.14'],
    ['-0.004', 2, '0.00', '0.00'],
    ['7', 3, '7.000', '7.000'],
  ])('%s to %d decimals gives %s with halves away from zero, and %s with halves to even', (value, scale, up, even) => {
    expect(textOfDecimal(round(decimal(value), scale))).toBe(up)
    expect(textOfDecimal(round(decimal(value), scale, 'HALF_EVEN'))).toBe(even)
  })

  test('changes at most half of the last decimal, is symmetric around zero, and changes nothing twice', () => {
    fc.assert(
      fc.property(
        anyDecimal,
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom('HALF_UP', 'HALF_EVEN'),
        (value, scale, rounding) => {
          const found = round(value, scale, rounding)
          const off = exactly(found) - exactly(value)
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(10n ** BigInt(24 - scale))
          expect(round(negative(value), scale, rounding)).toEqual(negative(found))
          expect(round(found, scale, rounding)).toEqual(found)
        },
      ),
    )
  })
})

describe('division', () => {
  test.each([
    ['7.30', '2', 3, '3.650'],
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['-2', '3', 4, '-0.6667'],
    ['2', '-3', 4, '-0.6667'],
    ['100', '162.2', 3, '0.617'],
    ['0.001', '100', 2, '0.00'],
    ['123456.789', '0.001', 0, '123456789'],
  ])('of %s by %s with %d decimals gives %s', (dividend, divisor, scale, quotient) => {
    expect(textOfDecimal(divide(decimal(dividend), decimal(divisor), scale))).toBe(quotient)
  })

  test('by zero throws', () => {
    expect(() => divide(decimal('1'), decimal('0.00'), 2)).toThrow(RangeError)
  })

  test('times the divisor is within half of the last decimal', () => {
    const divisor = fc.record({ units: fc.bigInt(1n, 10n ** 12n), scale: fc.integer({ min: 0, max: 6 }) })
    fc.assert(
      fc.property(anyDecimal, divisor, fc.integer({ min: 0, max: 6 }), (dividend, by, scale) => {
        const back = multiply(divide(dividend, by, scale), by)
        const off = exactly(back) - exactly(dividend)
        expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(exactly(by) / 10n ** BigInt(scale))
      }),
    )
  })
})

test('percentage of an amount is rounded to the given decimals', () => {
  expect(textOfDecimal(percentage(decimal('333.33'), decimal('2.5'), 2))).toBe('8.33')
  expect(textOfDecimal(percentage(decimal('1000000.50'), decimal('18'), 2))).toBe('180000.09')
  expect(textOfDecimal(percentage(decimal('0.10'), decimal('-5'), 2))).toBe('-0.01')
  expect(textOfDecimal(percentage(decimal('47100000'), decimal('1'), 0))).toBe('471000')
})
