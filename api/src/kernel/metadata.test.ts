import { describe, expect, test } from 'vitest'
import { messageOfIssue } from './messages.ts'
import { metadata } from './metadata.ts'

const accepts = (value: unknown) => metadata.safeParse(value).success
const faultOf = (value: unknown) => metadata.safeParse(value).error?.issues.map(messageOfIssue)[0]?.message

describe('metadata', () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

  test('may be 32 levels deep and no deeper, counting lists', () => {
    expect(accepts(nested(31))).toBe(true)
    expect(faultOf(nested(32))).toBe('must be at most 32 levels deep')
    expect(faultOf(nested(2_000))).toBe('must be at most 32 levels deep')
    const listed: unknown[] = []
    let inner = listed
    for (let depth = 0; depth < 40; depth += 1) {
      const next: unknown[] = []
      inner.push(next)
      inner = next
    }
    expect(faultOf({ listed })).toBe('must be at most 32 levels deep')
  })

  test('may have a thousand keys and no more, counting nested ones', () => {
    expect(accepts(keys(1_000))).toBe(true)
    expect(faultOf(keys(1_001))).toBe('must have at most 1000 keys')
    expect(faultOf({ a: keys(500), b: keys(499) })).toBe('must have at most 1000 keys')
  })

  test('may have 64,000 bytes and no more, counted as UTF-8', () => {
    expect(accepts({ a: 'x'.repeat(63_992) })).toBe(true)
    expect(faultOf({ a: 'x'.repeat(63_993) })).toBe('must be at most 64000 bytes')
    expect(faultOf({ a: 'न'.repeat(21_334) })).toBe('must be at most 64000 bytes')
  })

  test('may contain nothing that cannot be stored, in keys and in values', () => {
    for (const value of [{ a: '\u0000' }, { '\u0000': 1 }, { a: [{ b: '\ud800' }] }, { '\udc00': 1 }])
      expect(faultOf(value)).toBe('contains a character that cannot be stored')
  })

  test.each([[[]], ['text'], [5], [null]])('is an object, never %j', (value) => {
    expect(accepts(value)).toBe(false)
  })
})
