import { expect, test } from 'vitest'
import { exactly } from './arithmetic.ts'
import { textOf } from './decimal.ts'

const worked = (text: string, decimals = 4) => {
  const value = exactly(text, decimals)
  return value && textOf(value)
}

test.each([
  ['2+3*4', '14.0000'],
  ['(2+3)*4', '20.0000'],
  ['20-5-3', '12.0000'],
  ['20/5/2', '2.0000'],
  ['2*-3', '-6.0000'],
  ['-(1+2)', '-3.0000'],
  ['--2', '2.0000'],
  ['.5+1.25', '1.7500'],
  ['((((1))))', '1.0000'],
  ['1/7*7', '1.0000'],
  ['1/-3', '-0.3333'],
  ['\t1 +\n2', '3.0000'],
  ['0.1+0.2', '0.3000'],
  ['1/16', '0.0625'],
  // Half of the last decimal is rounded away from zero.
  ['1/20000', '0.0001'],
  ['-1/20000', '-0.0001'],
])('%s is %s', (text, value) => {
  expect(worked(text)).toBe(value)
})

test.each([
  '',
  ' ',
  '+',
  '1+',
  '*2',
  '(1',
  '(1 2',
  '1)',
  '()',
  '1 2',
  '1..2',
  '1.',
  '2x3',
  '1,5',
  '1/0',
  '1/(2-2)',
  '+1',
  '1e3',
  '٣',
])('%j is no arithmetic', (text) => {
  expect(worked(text)).toBeUndefined()
})
