import type { BillInput } from '@plinth/api/money/bill-engine/bill'
import type { BillTermsOnDay } from '@plinth/api/money/resolved-terms'
import { describe, expect, test } from 'vitest'
import {
  billOf,
  checkMemorandum,
  creditNote,
  inputOf,
  isSameClaim,
  type SeenLines,
  sinceOf,
  type TypedMemorandum,
} from './bill-typed.ts'

const rule = { percent: '2', round: 'RUPEE' as const, ruleIds: [] }
const terms: BillTermsOnDay = {
  isFinal: false,
  tenderPercentage: '0',
  value: null,
  gst: { kind: 'CENTRAL_AND_STATE', percent: '18', ruleIds: [] },
  hasRoundOff: false,
  withheld: null,
  retention: null,
  advanceTax: null,
  incomeTaxTds: { ...rule, base: 'TAXABLE', year: null },
  gstTds: null,
  cess: null,
}
const basis = { terms, previous: null }
const typed = { kind: 'RUNNING', workUpto: 1000.1, variationUpto: null, typed: [] } as const

describe('a bill as typed', () => {
  // 1,000.10 and twice 9 per cent, 90.01 each, less 2 per cent to the rupee, 20.00.
  test('is computed from its terms and amounts', () => {
    expect(billOf(basis, typed)?.net.since).toBe('1160.12')
    const fined = billOf(basis, { ...typed, typed: [{ head: 'FINE', since: 60.12 }] })
    expect(fined?.net.since).toBe('1100.00')
  })

  test.each([
    ['no work is typed', { workUpto: null }],
    ['the work is no number', { workUpto: '10 lakh' }],
    ['the work has a third decimal', { workUpto: 1.005 }],
    ['a typed amount is none', { typed: [{ head: 'FINE' as const, since: 'five' }] }],
  ])('is undefined if %s', (_, overrides) => {
    expect(billOf(basis, { ...typed, ...overrides })).toBeUndefined()
  })

  test('leaves out an amount without a head or rupees', () => {
    const started = [
      { head: null, since: 5 },
      { head: 'FINE' as const, since: null },
    ]
    expect(billOf(basis, { ...typed, typed: started })?.net.since).toBe('1160.12')
  })

  test('is undefined if the agreement lacks a field', () => {
    expect(billOf({ ...basis, terms: null }, typed)).toBeUndefined()
  })

  test('is final by its own kind', () => {
    expect(inputOf(basis, { ...typed, kind: 'FINAL' })?.terms.isFinal).toBe(true)
  })
})

test('a claim with the same net differs if its heads, amounts or percentages do', () => {
  const of = (head: 'FINE' | 'LD') => billOf(basis, { ...typed, typed: [{ head, since: 60 }] }) as SeenLines
  const seen = of('FINE')
  expect(isSameClaim(seen, structuredClone(seen))).toBe(true)
  expect(isSameClaim(seen, of('LD'))).toBe(false)
  expect(isSameClaim(seen, { lines: seen.lines.slice(1) })).toBe(false)
  expect(isSameClaim(seen, { lines: seen.lines.map((line) => ({ ...line, percent: '5' })) })).toBe(false)
})

test.each([
  ['increases', '1000.10', '0', undefined],
  ['is less than was passed', '1000.09', '0', /₹1,000.10 passed before: this bill would be a credit note/],
  ['is less, and the variation makes up for it', '900', '200', /₹1,000.10 passed before\.$/],
  ['increases, and the variation takes more', '1100', '-500', /^The value of work is less.* credit note/],
])('the warning fits work that %s', (_, workUpto, variationUpto, pattern) => {
  const previous = { work: '1000.10', variation: '0.00', items: {}, heads: { GROSS: '1000.10' } }
  const bill = billOf(
    { terms, previous },
    { ...typed, workUpto: Number(workUpto), variationUpto: Number(variationUpto) },
  )
  const warning = bill && creditNote(bill)
  if (pattern) expect(warning).toMatch(pattern)
  else expect(warning).toBeUndefined()
})

describe('a memorandum as typed', () => {
  const input = inputOf(basis, typed) as BillInput
  const asClaimed = { workUpto: null, replaced: [], net: null }

  test('has no difference until its net is typed', () => {
    expect(checkMemorandum(input, asClaimed)).toMatchObject({ difference: null, replaced: [] })
    expect(checkMemorandum(input, { ...asClaimed, net: 1160.12 })?.difference).toBe('0.00')
    expect(checkMemorandum(input, { ...asClaimed, net: 1160 })?.difference).toBe('-0.12')
  })

  // 900.00 and twice 81.00, less 18.00, less a fine of 44.00.
  test('is computed from the passed work and the differing amounts', () => {
    const fine = { head: 'FINE' as const, since: 44, note: 'Site not cleared' }
    const same = { head: 'IT_TDS' as const, since: 18, note: null }
    const found = checkMemorandum(input, { workUpto: 900, replaced: [same, fine], net: 1000 })
    expect(found?.replaced).toEqual([fine])
    expect([found?.computed.net.since, found?.passed.net.since, found?.difference]).toEqual([
      '1044.00',
      '1000.00',
      '0.00',
    ])
  })

  // 1,000.10 and a tax of 100.00 instead of twice 90.01: 1,190.11, rounded by 0.11 to the rupee below. As claimed it is 1,180.12, by 0.12.
  test('is rounded by the amounts of its taxes, unless it contains the rounding itself', () => {
    const rounded = { ...input, terms: { ...input.terms, hasRoundOff: true } }
    const tax = { head: 'CGST' as const, since: 100, note: 'Typed by them' }
    const rounding = (since: number) => ({ head: 'ROUND_OFF' as const, since, note: 'As claimed' })
    const sinceOfRounding = (...replaced: TypedMemorandum['replaced']) => {
      const found = checkMemorandum(rounded, { ...asClaimed, replaced })
      return [found && sinceOf(found.passed, 'ROUND_OFF'), found?.replaced.length]
    }
    expect(sinceOfRounding(tax)).toEqual(['-0.11', 1])
    expect(sinceOfRounding(tax, rounding(-0.12))).toEqual(['-0.12', 2])
    expect(sinceOfRounding(tax, rounding(-0.11))).toEqual(['-0.11', 1])
  })

  test('counts an amount only if it is a number', () => {
    const half = { head: 'FINE' as const, since: 'forty', note: null }
    expect(checkMemorandum(input, { ...asClaimed, replaced: [half] })?.replaced).toEqual([])
    expect(checkMemorandum(input, { ...asClaimed, workUpto: 'nine' })).toBeUndefined()
  })
})
