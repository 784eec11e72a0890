import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asked, type Ranked, ruleOn, standingOf } from './rules-in-force.ts'

const rule = (given: Partial<Ranked> = {}): Ranked => ({
  isOwn: false,
  kind: 'LD_CAP',
  scope: 'IN',
  validFrom: '2026-04-01',
  value: { percent: 10 },
  ...given,
})
const asked: Asked = { kind: 'LD_CAP', place: 'IN-KA', day: '2026-11-26' }

describe('the rule in force', () => {
  test('is the latest that has begun, from its own day on and not the day before', () => {
    const [old, new_] = [rule({ validFrom: '2025-04-01' }), rule({ validFrom: '2025-09-22' })]
    expect(ruleOn([new_, old], { ...asked, day: '2025-09-22' })).toBe(new_)
    expect(ruleOn([new_, old], { ...asked, day: '2025-09-21' })).toBe(old)
    expect(ruleOn([new_, old], { ...asked, day: '2025-03-31' })).toBeUndefined()
  })

  test('is the company’s own before a shipped one, even where that is narrower and later', () => {
    const own = rule({ isOwn: true, validFrom: '2020-01-01' })
    expect(ruleOn([rule({ scope: 'IN-KA', validFrom: '2026-11-01' }), own], asked)).toBe(own)
  })

  test('is the narrower before the wider, even where that is later', () => {
    const state = rule({ scope: 'IN-KA', validFrom: '2020-01-01' })
    expect(ruleOn([rule({ validFrom: '2026-11-01' }), state], asked)).toBe(state)
    expect(ruleOn([rule({ scope: 'IN-MH' })], asked)).toBeUndefined()
    expect(ruleOn([state], { ...asked, place: 'IN' })).toBeUndefined()
  })

  test('falls back to the next series where an end has begun', () => {
    const shipped = rule()
    const own = rule({ isOwn: true, validFrom: '2026-05-01' })
    const end = rule({ isOwn: true, validFrom: '2026-06-01', value: null })
    expect(ruleOn([shipped, own, end], { ...asked, day: '2026-05-31' })).toBe(own)
    expect(ruleOn([shipped, own, end], asked)).toBe(shipped)
    expect(ruleOn([rule({ value: null, validFrom: '2026-05-01' }), shipped], asked)).toBeUndefined()
  })
})

describe('a rule', () => {
  test('stands by the day and by what comes before it', () => {
    const shipped = { ...rule({ validFrom: '2025-04-01' }), validUntil: '2026-03-31' }
    const next = { ...rule(), validUntil: '2027-03-31' }
    const last = { ...rule({ validFrom: '2027-04-01' }), validUntil: null }
    const own = { ...rule({ isOwn: true }), validUntil: null }
    const standings = (rules: (typeof own | typeof shipped)[]) => rules.map((one) => standingOf(one, rules, asked))
    expect(standings([shipped, next, last])).toEqual(['OVER', 'IN_FORCE', 'TO_COME'])
    expect(standings([shipped, next, last, own])).toEqual(['OVER', 'REPLACED', 'TO_COME', 'IN_FORCE'])
    expect(standings([{ ...own, value: null }, next])).toEqual(['OVER', 'IN_FORCE'])
    expect(standings([{ ...own, scope: 'IN-MH' }, next])).toEqual(['ELSEWHERE', 'IN_FORCE'])
  })
})

/** The same, slowly and by the words of the rule: strike whatever something else comes before, until one is left. */
function slowly(rules: readonly Ranked[], { kind, place, day }: Asked): Ranked | undefined {
  const holds = (one: Ranked) => place === one.scope || place.startsWith(`${one.scope}-`)
  const begun = rules.filter((one) => one.kind === kind && holds(one) && one.validFrom <= day)
  const isSeries = (one: Ranked, other: Ranked) => one.isOwn === other.isOwn && one.scope === other.scope
  const latest = begun.filter((one) => !begun.some((other) => isSeries(one, other) && other.validFrom > one.validFrom))
  const left = latest.filter(({ value }) => value !== null)
  const isBefore = (one: Ranked, other: Ranked) =>
    one.isOwn !== other.isOwn ? one.isOwn : one.scope.length > other.scope.length
  return left.find((one) => !left.some((other) => isBefore(other, one)))
}

const day = fc.constantFrom('2025-03-31', '2025-04-01', '2025-09-21', '2025-09-22', '2026-04-01', '2026-11-26')
const place = fc.constantFrom('IN', 'IN-KA', 'IN-MH')
const kind = fc.constantFrom('LD_CAP', 'UNIT_M')
const packs = fc.uniqueArray(
  fc.record({
    isOwn: fc.boolean(),
    kind,
    scope: place,
    validFrom: day,
    value: fc.option(fc.constant({ percent: 1 }), { nil: null, freq: 3 }),
  }),
  { maxLength: 40, selector: ({ isOwn, kind: of, scope, validFrom }) => [isOwn, of, scope, validFrom].join() },
)

test('of any rules the one in force is the one that the words of the rule leave, in whatever order they are told', () => {
  fc.assert(
    fc.property(packs, fc.record({ kind, place, day }), (rules, one) => {
      expect(ruleOn(rules, one)).toBe(slowly(rules, one))
      expect(ruleOn(rules.toReversed(), one)).toBe(slowly(rules, one))
    }),
    { numRuns: 1000 },
  )
})
