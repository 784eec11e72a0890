import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RankedRule, type RuleQuery, ruleOn, standingOf } from './rules-in-force.ts'

const rule = (overrides: Partial<RankedRule> = {}): RankedRule => ({
  isOwn: false,
  kind: 'LD_CAP',
  scope: 'IN',
  validFrom: '2026-04-01',
  value: { percent: 10 },
  ...overrides,
})
const query: RuleQuery = { kind: 'LD_CAP', place: 'IN-KA', day: '2026-11-26' }

describe('the rule in force', () => {
  test('is the latest one that has begun, from its first day and not the day before', () => {
    const [old, new_] = [rule({ validFrom: '2025-04-01' }), rule({ validFrom: '2025-09-22' })]
    expect(ruleOn([new_, old], { ...query, day: '2025-09-22' })).toBe(new_)
    expect(ruleOn([new_, old], { ...query, day: '2025-09-21' })).toBe(old)
    expect(ruleOn([new_, old], { ...query, day: '2025-03-31' })).toBeUndefined()
  })

  test('is the company’s own one, even if a shipped one is narrower and later', () => {
    const own = rule({ isOwn: true, validFrom: '2020-01-01' })
    expect(ruleOn([rule({ scope: 'IN-KA', validFrom: '2026-11-01' }), own], query)).toBe(own)
  })

  test('is the narrower one, even if a wider one is later', () => {
    const state = rule({ scope: 'IN-KA', validFrom: '2020-01-01' })
    expect(ruleOn([rule({ validFrom: '2026-11-01' }), state], query)).toBe(state)
    expect(ruleOn([rule({ scope: 'IN-MH' })], query)).toBeUndefined()
    expect(ruleOn([state], { ...query, place: 'IN' })).toBeUndefined()
  })

  test('is the one of the next series after a rule that ends the first', () => {
    const shipped = rule()
    const own = rule({ isOwn: true, validFrom: '2026-05-01' })
    const end = rule({ isOwn: true, validFrom: '2026-06-01', value: null })
    expect(ruleOn([shipped, own, end], { ...query, day: '2026-05-31' })).toBe(own)
    expect(ruleOn([shipped, own, end], query)).toBe(shipped)
    expect(ruleOn([rule({ value: null, validFrom: '2026-05-01' }), shipped], query)).toBeUndefined()
  })
})

describe('a rule', () => {
  test('has a standing by the day, its place and the rules that precede it', () => {
    const shipped = { ...rule({ validFrom: '2025-04-01' }), validUntil: '2026-03-31' }
    const next = { ...rule(), validUntil: '2027-03-31' }
    const last = { ...rule({ validFrom: '2027-04-01' }), validUntil: null }
    const own = { ...rule({ isOwn: true }), validUntil: null }
    const standings = (rules: (typeof own | typeof shipped)[]) => rules.map((one) => standingOf(one, rules, query))
    expect(standings([shipped, next, last])).toEqual(['OVER', 'IN_FORCE', 'TO_COME'])
    expect(standings([shipped, next, last, own])).toEqual(['OVER', 'REPLACED', 'TO_COME', 'IN_FORCE'])
    expect(standings([{ ...own, value: null }, next])).toEqual(['OVER', 'IN_FORCE'])
    expect(standings([{ ...own, scope: 'IN-MH' }, next])).toEqual(['ELSEWHERE', 'IN_FORCE'])
  })
})

/** The same by a slow method: remove every rule that another one precedes, until one is left. */
function slowRuleOn(rules: readonly RankedRule[], { kind, place, day }: RuleQuery): RankedRule | undefined {
  const holds = (one: RankedRule) => place === one.scope || place.startsWith(`${one.scope}-`)
  const started = rules.filter((one) => one.kind === kind && holds(one) && one.validFrom <= day)
  const isSeries = (one: RankedRule, other: RankedRule) => one.isOwn === other.isOwn && one.scope === other.scope
  const latest = started.filter(
    (one) => !started.some((other) => isSeries(one, other) && other.validFrom > one.validFrom),
  )
  const candidates = latest.filter(({ value }) => value !== null)
  const isBefore = (one: RankedRule, other: RankedRule) =>
    one.isOwn !== other.isOwn ? one.isOwn : one.scope.length > other.scope.length
  return candidates.find((one) => !candidates.some((other) => isBefore(other, one)))
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

test('the rule in force equals the result of the slow method, for any rules in any order', () => {
  fc.assert(
    fc.property(packs, fc.record({ kind, place, day }), (rules, one) => {
      expect(ruleOn(rules, one)).toBe(slowRuleOn(rules, one))
      expect(ruleOn(rules.toReversed(), one)).toBe(slowRuleOn(rules, one))
    }),
    { numRuns: 1000 },
  )
})
