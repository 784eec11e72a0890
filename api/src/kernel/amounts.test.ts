import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latinDigits, parseAmount, parseNumber, parsePercent } from './amounts.ts'

const toHindiDigits = (text: string) => text.replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)] ?? '')
const paise = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map((units) => units / 100)
const locales = fc.constantFrom('en-IN', 'en-US')

test('parseAmount reads Indian and Western grouping, in Latin and Hindi digits, with and without a currency', () => {
  const currency = fc.constantFrom('', '₹', '₹ ', 'Rs. ', 'Rs ', 'INR ', 'रु. ')
  fc.assert(
    fc.property(
      paise,
      locales,
      currency,
      fc.constantFrom('', '/-', ' /=', ' '),
      fc.boolean(),
      (value, locale, sign, end, hindi) => {
        const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Math.abs(value))
        const text = `${value < 0 ? '-' : ''}${sign}${hindi ? toHindiDigits(figures) : figures}${end}`
        expect(parseAmount(text)).toBe(value)
      },
    ),
  )
})

test.each([
  'FDR-778812',
  '778812 FDR',
  '7,78,81',
  '1.234,56',
  '1234,56',
  '1e5',
  '0x10',
  'Infinity',
  'NaN',
  '',
  ' ',
  '-',
  '.',
  '₹',
  '/-',
  '12/-5',
  '5%',
  '5 lakh',
  '१२a',
  '--5',
  '1,,234',
  '12,34',
  '1 2a',
  '1'.repeat(201),
  `1${' '.repeat(99_000)}2`,
])('%j is no amount', (text) => {
  expect(parseAmount(text)).toBeUndefined()
})

test('no text with a letter is a number', () => {
  const letter = fc.stringMatching(/^[a-df-hj-mo-qt-zA-HXअआ]$/)
  fc.assert(
    fc.property(fc.string(), letter, fc.string(), (before, sign, after) => {
      for (const parse of [parseNumber, parseAmount, parsePercent]) expect(parse(before + sign + after)).toBeUndefined()
    }),
  )
})

test('a per cent sign may follow a percentage, and stand nowhere else', () => {
  expect(['4.25', '4.25 %', '-5%', '१८%', '%5', '5%%', 'Rs. 5'].map(parsePercent)).toEqual([
    4.25,
    4.25,
    -5,
    18,
    undefined,
    undefined,
    undefined,
  ])
  expect(parseNumber('5%')).toBeUndefined()
  expect(latinDigits('०१२ ३४५.६७८ ९ x')).toBe('012 345.678 9 x')
})
