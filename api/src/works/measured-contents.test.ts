import { describe, expect, test } from 'vitest'
import { contentsOf, dimensionOf, isMeasured, type MeasuredLine } from './measured-contents.ts'

const lineOf = (overrides: Partial<MeasuredLine>): MeasuredLine => ({
  nos: null,
  parts: null,
  length: null,
  breadth: null,
  depth: null,
  factor: null,
  isDeduction: false,
  ...overrides,
})

describe('a typed dimension', () => {
  test.each([
    ['3.2', '3.200'],
    ['(3.20+4.10)/2', '3.650'],
    [' 2 * 3 + 4 / 8 - 1 ', '5.500'],
    ['1/3', '0.333'],
    ['1/3*3', '1.000'],
    ['2/3', '0.667'],
    ['0.0005', '0.001'],
    ['0.00049999', '0.000'],
    ['0', '0.000'],
    ['999999999.999', '999999999.999'],
  ])('%s comes to %s', (typed, value) => {
    expect(dimensionOf(typed)).toEqual({ value })
  })

  test.each([
    ['', 'cannot be worked out'],
    ['abc', 'cannot be worked out'],
    ['1/0', 'cannot be worked out'],
    ['1e3', 'cannot be worked out'],
    ['2-3', 'must not be negative'],
    ['999999999.9995', 'must be at most 999999999.999'],
    [`${'1+'.repeat(30)}1`, 'must have at most 60 characters'],
  ])('%s is rejected: %s', (typed, message) => {
    expect(dimensionOf(typed)).toMatchObject({ fault: { message } })
  })

  test('may have 60 characters at most', () => {
    expect(dimensionOf(`${'1+'.repeat(29)}11`)).toEqual({ value: '40.000' })
  })
})

describe('contents', () => {
  test('are the product of the dimensions; a blank dimension counts 1', () => {
    const all = { nos: '2', parts: '3', length: '4.500', breadth: '1.200', depth: '0.150', factor: '0.888' }
    // 2 x 3 x 4.5 x 1.2 x 0.15 x 0.888 = 4.31568.
    expect(contentsOf(lineOf(all), 3, 'HALF_UP')).toBe('4.316')
    expect(contentsOf(lineOf({ length: '4.500' }), 2, 'HALF_UP')).toBe('4.50')
    expect(contentsOf(lineOf({ nos: '12' }), 0, 'HALF_UP')).toBe('12')
    expect(contentsOf(lineOf({ length: '0.000', breadth: '5.000' }), 2, 'HALF_UP')).toBe('0.00')
  })

  test('are zero for a line with only parts and a factor, which measure nothing', () => {
    expect(contentsOf(lineOf({ parts: '3', factor: '0.888' }), 2, 'HALF_UP')).toBe('0.00')
    expect(isMeasured(lineOf({ parts: '3', factor: '0.888' }))).toBe(false)
    for (const name of ['nos', 'length', 'breadth', 'depth'] as const)
      expect(isMeasured(lineOf({ [name]: '1' }))).toBe(true)
  })

  test.each([
    ['0.125', '0.13', '0.12'],
    ['0.135', '0.14', '0.14'],
    ['0.126', '0.13', '0.13'],
  ])('of %s are rounded as the agreement says, and a deduction is the same below zero', (length, up, even) => {
    expect(contentsOf(lineOf({ length }), 2, 'HALF_UP')).toBe(up)
    expect(contentsOf(lineOf({ length }), 2, 'HALF_EVEN')).toBe(even)
    expect(contentsOf(lineOf({ length, isDeduction: true }), 2, 'HALF_UP')).toBe(`-${up}`)
    expect(contentsOf(lineOf({ length, isDeduction: true }), 2, 'HALF_EVEN')).toBe(`-${even}`)
  })

  test('of zero are not negative as a deduction', () => {
    expect(contentsOf(lineOf({ length: '0.000', isDeduction: true }), 2, 'HALF_UP')).toBe('0.00')
  })
})
