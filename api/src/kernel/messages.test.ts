import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as f from './fields.ts'
import { messageOf, messageOfIssue } from './messages.ts'
import { metadata } from './metadata.ts'

test('a sentence with values has parts', () => {
  expect(messageOf('is required')).toEqual({ message: 'is required' })
  expect(messageOf('must be {one} or {other}', { one: 'A', other: 2 })).toEqual({
    message: 'must be A or 2',
    parts: { text: 'must be {one} or {other}', values: { one: 'A', other: 2 } },
  })
})

test('braces in a value are not replaced', () => {
  expect(messageOf('{one} and {other}', { one: '{other}', other: '$&' }).message).toBe('{other} and $&')
})

describe("the message of a schema's fault", () => {
  const found = (schema: z.ZodMiniType, value: unknown) =>
    (z.safeParse(schema, value).error?.issues ?? []).map(messageOfIssue)

  test.for([
    [f.text(3), 'long', 'must be at most {max} characters', { max: 3 }],
    [f.money, 1.234, 'must have at most {digits} digits and {decimals} decimals', { digits: 13, decimals: 2 }],
    [f.signedPercentage, -101, 'must be at least {min}', { min: -100 }],
    [z.enum(['DRAFT', 'SOLD']), 'X', 'must be one of {values}', { values: 'DRAFT, SOLD' }],
    [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'must have at most {max} entries', { max: 1 }],
    [metadata, { text: 'x'.repeat(70_000) }, 'must be at most {max} bytes', { max: 64_000 }],
  ] as const)('has the text of the rule and its bounds: %#', ([schema, value, text, values]) => {
    expect(found(schema, value)).toEqual([messageOf<string>(text, values)])
  })

  test('names another field by its name on the wire', () => {
    const days = z.object({ first: z.string(), last: z.string() }).check(f.dayOrder('first', 'last'))
    expect(found(days, { first: '2026-01-02', last: '2026-01-01' })).toEqual([
      messageOf('must not be before {field}', { field: 'first' }),
    ])
  })

  test('is a plain sentence if the rule has no bounds', () => {
    expect(found(f.requiredText(3), '')).toEqual([{ message: 'is required' }])
  })
})
