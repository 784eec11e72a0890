import { describe, expect, test } from 'vitest'
import { anyOf } from './filters.ts'

describe('a filter by values', () => {
  const schema = anyOf(['A', 'B'])
  test('takes one value, several, none, and null', () => {
    expect(['A', ['A', 'B'], [], '', null, undefined].map((value) => schema.parse(value))).toEqual([
      ['A'],
      ['A', 'B'],
      [],
      [],
      null,
      undefined,
    ])
  })
  test.each([['a'], [['A', 'C']], [5], [{}], [[['A']]]])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})
