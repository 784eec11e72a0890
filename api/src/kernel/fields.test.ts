import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as f from './fields.ts'
import { messageOfIssue } from './messages.ts'

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success
const faultOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(messageOfIssue)[0]?.message

/** Values that are no numbers, though some look like one. */
const noNumbers = ['5', '', ' 5 ', '0x10', 'NaN', true, null, undefined, [5], {}, Number.NaN, Number.POSITIVE_INFINITY]

const numbers: [name: string, schema: z.ZodMiniType, good: number[], bad: number[]][] = [
  ['money', f.money, [0, -0, 0.01, 0.1, 9_999_999_999_999.99], [-0.01, 0.001, 1.005, 1e13, 1e21, 1e-7]],
  ['a sum to pay', f.positiveMoney, [0.01, 9_999_999_999_999.99], [0, -0, -1, 0.001, 1e13]],
  ['a signed percentage', f.signedPercentage, [-100, 0, 12.3456, 999_999.9999], [-100.0001, 0.00001, 1_000_000]],
  ['a percentage', f.percentage, [0, 14, 99.99, 100], [-0.01, 100.01, 33.333]],
  ['a quantity', f.quantity, [0, 0.001, 999_999_999_999.999], [-1, 0.0001, 1e12]],
  ['a count', f.count, [0, 1, 10_000], [-1, 0.5, 10_001]],
]

describe.each(numbers)('%s', (_, schema, good, bad) => {
  test.each(good)('may be %d', (value) => {
    expect(schema.parse(value)).toBe(value)
  })
  test.each(bad)('is never %d', (value) => {
    expect(accepts(schema, value)).toBe(false)
  })
  test.each(noNumbers.map((value) => [value]))('is a number, never %j', (value) => {
    expect(accepts(schema, value)).toBe(false)
  })
})

describe('money', () => {
  test('of whole paise is accepted and keeps its text', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999_999n), (paise) => {
        const text = `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`
        expect(f.money.parse(JSON.parse(text)).toFixed(2)).toBe(text)
      }),
    )
  })

  test('of more than two decimals is never accepted', () => {
    const finer = fc
      .tuple(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 9 }))
      .map(([whole, rest]) => `${whole}.00${rest}`)
    fc.assert(fc.property(finer, (text) => !accepts(f.money, Number(text))))
  })
})

describe('a text', () => {
  const schema = f.text(5)
  test('is trimmed before it is measured', () => {
    expect(schema.parse('  ab c \n')).toBe('ab c')
    expect(schema.parse('   12345   ')).toBe('12345')
    expect(faultOf(schema, '123456')).toBe('must be at most 5 characters')
  })
  test.each(['a\u0000', '\u0000', '\ud800', 'a\udfffb', '\udc00\ud800'])(
    'with what cannot be stored (%j) is refused',
    (value) => {
      expect(faultOf(schema, value)).toBe('contains a character that cannot be stored')
    },
  )
  test.each(['नमस्ते', '🏗️', 'e\u0301', 'עברית', '\ufffd'])('keeps %s', (value) => {
    expect(f.text(20).parse(value)).toBe(value)
  })
  test('that is required must be more than blanks', () => {
    for (const value of ['', '   ', '\n\t']) expect(faultOf(f.requiredText(5), value)).toBe('is required')
    expect(f.requiredText(5).parse(' a ')).toBe('a')
  })
  test('of storable characters is accepted whole', () => {
    const storable = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\u0000'))
    fc.assert(fc.property(storable, (text) => f.text(100_000).parse(text) === text.trim()))
  })
})

describe('a day', () => {
  test.each(['1900-01-01', '2024-02-29', '2000-02-29', '2199-12-31'])('may be %s', (value) => {
    expect(f.day.parse(value)).toBe(value)
  })
  const none = [
    '2025-02-29',
    '1900-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '1899-12-31',
    '2200-01-01',
    '0000-00-00',
    '24-01-01',
    '2024-1-1',
    ' 2024-01-01',
    '2024-01-01T00:00:00Z',
    '12/13/2024',
    'infinity',
    'today',
    '',
  ]
  test.each(none)('is never %j', (value) => {
    expect(accepts(f.day, value)).toBe(false)
  })
  test.each(['2200-03-31', '1899-12-31'])('beyond the bounds may still be answered: %s', (value) => {
    expect(z.encode(f.day, value)).toBe(value)
  })
  test('is accepted for every day of the calendar', () => {
    const from = Date.UTC(1900, 0, 1) / 86_400_000
    const to = Date.UTC(2199, 11, 31) / 86_400_000
    const days = fc.integer({ min: from, max: to }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
    fc.assert(fc.property(days, (value) => accepts(f.day, value)))
  })
})

describe('a moment', () => {
  test.each([
    '2025-01-01T00:00:00Z',
    '2025-01-01T23:59:59.5Z',
    '2025-01-01T00:00:00.123456789Z',
    '1900-01-01T00:00:00Z',
  ])('may be %s', (value) => {
    expect(f.moment.parse(value)).toBe(value)
  })
  const none = [
    '2025-01-01',
    '2025-01-01T00:00:00',
    '2025-01-01T00:00:00+05:30',
    '2025-01-01T24:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    `2025-01-01T00:00:00.${'1'.repeat(11)}Z`,
    'infinity',
    '',
  ]
  test.each(none)('is never %j', (value) => {
    expect(accepts(f.moment, value)).toBe(false)
  })
})

describe('the order of two days', () => {
  const schema = z.object({ from: f.optional(f.day), to: f.optional(f.day) }).check(f.dayOrder('from', 'to'))
  test('is reported for the later day, and ignored if one is missing', () => {
    const [issue] = schema.safeParse({ from: '2025-03-02', to: '2025-03-01' }).error?.issues ?? []
    expect([issue?.path, issue && messageOfIssue(issue).message]).toEqual([['to'], 'must not be before from'])
    for (const to of ['2025-03-02', '2025-03-03', null, undefined])
      expect(accepts(schema, { from: '2025-03-02', to })).toBe(true)
    expect(accepts(schema, { from: null, to: '1999-01-01' })).toBe(true)
  })
})

describe('an id', () => {
  test.each([
    "1' or '1'='1",
    '-1',
    '99999999999',
    '',
    '018f0000-0000-7000-8000-00000000000',
    'x'.repeat(10_000),
    5,
    null,
  ])('is never %j', (value) => {
    expect(accepts(f.id, value)).toBe(false)
  })
  test('of version 4 or 7 is accepted', () => {
    for (const id of ['3b241101-e2bb-4255-8caf-4136c566a962', '018f5c1e-7a3b-7c00-9d2e-0123456789ab'])
      expect(f.id.parse(id)).toBe(id)
  })
})
