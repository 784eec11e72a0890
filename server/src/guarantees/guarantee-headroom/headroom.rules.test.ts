import { freeings } from '@plinth/api/guarantees/bank-facilities'
import { daysAfter, monthsAfter } from '@plinth/api/kernel/later-days'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMends, overallVerdict } from './bid.rules.ts'
import { bankOf } from './bid-bank.rules.ts'
import { dayAfter, type Span } from './headroom.rules.ts'
import type { Guarantee, Limit, Plan } from './limit.rules.ts'
import { headroomOf } from './limit-headroom.rules.ts'

const today = '2026-03-31'
const until = monthsAfter(today, 18)
const contractId = 'this'

const day = fc.integer({ min: -400, max: 700 }).map((days) => daysAfter(today, days))
const amount = fc.integer({ min: 1, max: 50_000_000_00 }).map((paise) => paise / 100)
const laterThan = (first: string) => fc.integer({ min: 0, max: 400 }).map((days) => daysAfter(first, days))

const guarantee = fc
  .tuple(day, fc.option(fc.tuple(fc.nat(500), fc.option(fc.nat(200)))), amount, fc.nat())
  .map(([begins, days, rupees, id]): Guarantee => {
    const expiresOn = days && daysAfter(begins, days[0])
    return {
      id: `${id}`,
      number: null,
      amount: rupees,
      state: (['REQUESTED', 'ISSUED', 'LODGED', 'CLAIMED', 'PAID_OUT', 'RETURNED'] as const)[id % 6] ?? 'LODGED',
      begins,
      expiresOn,
      claimUntil: expiresOn && days[1] !== null ? daysAfter(expiresOn, days[1]) : null,
      marginPercent: null,
      pledged: 0,
      securedFor: null,
    }
  })

const plan = fc.tuple(day, amount, fc.boolean()).chain(([neededOn, rupees, isThis]) =>
  laterThan(neededOn).map(
    (untilOn): Plan => ({
      id: neededOn + untilOn,
      contractId: isThis ? contractId : 'other',
      purpose: 'PERFORMANCE_SECURITY',
      amount: rupees,
      neededOn,
      untilOn,
      updatedAt: '',
    }),
  ),
)

const limitOf = (given: Partial<Limit>): Limit => ({
  facilityId: 'f',
  facilityName: 'Canara Bank',
  limitAmount: 0,
  marginPercent: 15,
  commissionPercent: null,
  commissionBasis: 'PER_QUARTER_OR_PART',
  minCharge: null,
  freesOn: 'DISCHARGE',
  dischargeDays: 30,
  freeCash: null,
  freeCashOn: null,
  reviewOn: null,
  isActive: true,
  guarantees: [],
  plans: [],
  ...given,
})

const limit = fc
  .record({
    limitAmount: amount,
    freesOn: fc.constantFrom(...freeings),
    dischargeDays: fc.nat(90),
    guarantees: fc.array(guarantee, { maxLength: 12 }),
    plans: fc.array(plan, { maxLength: 8 }),
  })
  .map(limitOf)

/** Whether a guarantee counts on a day, computed independently of the product. */
function counts({ begins, expiresOn, claimUntil, state }: Guarantee, freesOn: Limit['freesOn'], on: string): boolean {
  if (on < begins) return false
  if (freesOn === 'DISCHARGE' || state === 'CLAIMED' || state === 'PAID_OUT') return true
  const end = freesOn === 'EXPIRY' ? expiresOn : (claimUntil ?? expiresOn)
  return end === null || on <= end
}

const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((all, one) => all + paiseOf(one.amount), 0n)
const usedOn = ({ guarantees, freesOn }: Limit, on: string) => sum(guarantees.filter((one) => counts(one, freesOn, on)))
const plannedOn = (plans: readonly Plan[], on: string) =>
  sum(plans.filter(({ neededOn, untilOn }) => neededOn <= on && on <= untilOn))

function* daysFrom(first: string, last: string) {
  for (let on = first; on <= last; on = dayAfter(on)) yield on
}

test('the headroom of each day equals a recount for 500 random limits with each freeing rule', () => {
  fc.assert(
    fc.property(limit, (given) => {
      const { steps } = headroomOf(given, today, until)
      expect(steps[0]?.on).toBe(today)
      let at = 0
      for (const on of daysFrom(today, until)) {
        if (steps[at + 1]?.on === on) at += 1
        const step = steps[at]
        const [used, planned] = [usedOn(given, on), plannedOn(given.plans, on)]
        expect([on, step?.used, step?.planned, step?.headroom]).toEqual([
          on,
          inRupees(used),
          inRupees(planned),
          inRupees(paiseOf(given.limitAmount) - used - planned),
        ])
      }
      expect(at).toBe(steps.length - 1)
    }),
    { numRuns: 500 },
  )
}, 120_000)

test('the verdict on a tender, its first short day and its shortage equal a recount for 500 random limits', () => {
  fc.assert(
    fc.property(limit, (given) => {
      const mine = given.plans.filter((one) => one.contractId === contractId && one.untilOn >= today)
      const others = given.plans.filter((one) => one.contractId !== contractId)
      const answer = bankOf(
        given,
        contractId,
        mine.map(({ id, ...one }) => ({ ...one, planId: id, facilityId: 'f', facilityName: 'Canara Bank' })),
        today,
      )
      expect(answer === undefined).toBe(mine.length === 0)
      if (mine.length === 0) return
      const first = mine.map(({ neededOn }) => (neededOn < today ? today : neededOn)).toSorted()[0] ?? ''
      const last =
        mine
          .map(({ untilOn }) => untilOn)
          .toSorted()
          .at(-1) ?? ''
      let [short, shortAlone] = [
        { on: '', most: 0n },
        { on: '', most: 0n },
      ]
      for (const on of daysFrom(first, last)) {
        const left = paiseOf(given.limitAmount) - usedOn(given, on) - plannedOn(mine, on)
        const leftWith = left - plannedOn(others, on)
        if (leftWith < 0n) short = { on: short.on || on, most: -leftWith > short.most ? -leftWith : short.most }
        if (left < 0n) shortAlone = { on: shortAlone.on || on, most: -left > shortAlone.most ? -left : shortAlone.most }
      }
      expect(answer).toMatchObject({
        verdict: short.on === '' ? 'YES' : shortAlone.on === '' ? 'ONLY_ALONE' : 'NO',
        firstShortOn: short.on || null,
        shortage: inRupees(short.most),
        firstShortAloneOn: shortAlone.on || null,
        shortageAlone: inRupees(shortAlone.most),
      })
    }),
    { numRuns: 500 },
  )
}, 120_000)

test('without the guarantees named as mends there is no shortage, and none of them could stay', () => {
  fc.assert(
    fc.property(limit, (given) => {
      const noLimit = { planId: null, updatedAt: null, facilityId: null, facilityName: null }
      const plans = [
        { ...noLimit, purpose: 'EMD' as const, amount: given.limitAmount, neededOn: today, untilOn: until },
      ]
      const whole = { ...given, plans: [] }
      const judge = (guarantees: readonly Guarantee[]) =>
        bankOf({ ...whole, guarantees: [...guarantees] }, contractId, plans, today)
      const answer = judge(given.guarantees)
      const mends = new Set(answer?.mends.map(({ instrumentId }) => instrumentId))
      fc.pre(new Set(given.guarantees.map(({ id }) => id)).size === given.guarantees.length)
      const stay = given.guarantees.filter(({ id }) => !mends.has(id))
      expect(judge(stay)?.verdict === 'YES').toBe(answer?.isMended)
      if (answer?.isMended)
        for (const back of given.guarantees.filter(({ id }) => mends.has(id)))
          expect(judge([...stay, back])?.verdict).not.toBe('YES')
    }),
  )
})

test('two short days that different guarantees cause need one guarantee each', () => {
  const span = (from: string, last: string, rupees: number): Span => ({
    paise: paiseOf(rupees),
    from,
    until: last,
  })
  const guarantees = [
    { name: 'early', span: span('2026-01-01', '2026-04-30', 100) },
    { name: 'late', span: span('2026-06-01', '2026-06-30', 100) },
    { name: 'small', span: span('2026-06-01', '2026-07-31', 10) },
  ]
  const line = (on: string, left: number) => ({ on, used: 0n, others: 0n, asked: 0n, left: paiseOf(left) })
  const days = [line('2026-04-01', -90), line('2026-05-01', 10), line('2026-06-01', -100)]
  const { mends, isMended } = findMends(days, guarantees)
  expect([mends.map(({ name }) => name), isMended]).toEqual([['early', 'late'], true])
  const worse = findMends([line('2026-06-01', -111)], guarantees)
  expect([worse.mends.map(({ name }) => name), worse.isMended]).toEqual([['late', 'small'], false])
})

const lodged = (id: string, rupees: number, expiresOn: string): Guarantee => ({
  id,
  number: id,
  amount: rupees,
  state: 'LODGED',
  begins: '2026-01-01',
  expiresOn,
  claimUntil: null,
  marginPercent: null,
  pledged: 0,
  securedFor: null,
})

const planFields = { id: 'p', contractId, purpose: 'EMD' as const, updatedAt: '' }

test.each([
  [
    [
      ['a', 5_00_000],
      ['b', 5_00_000],
    ],
    ['a'],
  ],
  // The small one is not enough, and beside the large one it is not needed.
  [
    [
      ['a', 1_00_000],
      ['b', 4_00_000],
    ],
    ['b'],
  ],
  [
    [
      ['a', 3_00_000],
      ['b', 2_00_000],
      ['c', 1_00_000],
    ],
    ['a', 'b'],
  ],
  [[['a', 1_00_000]], null],
] as const)(
  'of the guarantees %j, in the order in which they come free, these must come free: %j',
  (papers, expected) => {
    const given = papers.map(([id, rupees], at) => lodged(id, rupees, `2027-0${at + 1}-01`))
    const whole = given.reduce((sum, { amount }) => sum + amount, 0)
    const { mends } = headroomOf(limitOf({ limitAmount: whole - 4_00_000, guarantees: given }), today, until)
    expect(mends?.map(({ instrumentId }) => instrumentId) ?? null).toEqual(expected)
  },
)

test('without a shortage nothing must come free, and a guarantee that ends before the short day is no mend', () => {
  expect(headroomOf(limitOf({ limitAmount: 1 }), today, until).mends).toEqual([])
  const guarantees = [lodged('a', 9_00_000, '2027-01-31'), lodged('b', 4_00_000, '2028-12-31')]
  const plans = [{ ...planFields, amount: 13_00_000, neededOn: '2027-02-03', untilOn: '2027-03-03' }]
  const { firstShortOn, mends } = headroomOf(
    limitOf({ limitAmount: 13_00_000, freesOn: 'EXPIRY', guarantees, plans }),
    today,
    until,
  )
  expect([firstShortOn, mends?.map(({ instrumentId }) => instrumentId)]).toEqual(['2027-02-03', ['b']])
})

test('the overall verdict is the worst of the banks with plans, else the best of all banks', () => {
  const planned = (verdict: 'YES' | 'ONLY_ALONE' | 'NO') => ({ verdict, isPlanned: true })
  const other = (verdict: 'YES' | 'ONLY_ALONE' | 'NO') => ({ verdict, isPlanned: false })
  expect(overallVerdict([])).toBeNull()
  expect(overallVerdict([other('NO'), other('ONLY_ALONE')])).toBe('ONLY_ALONE')
  expect(overallVerdict([planned('YES'), planned('NO'), other('YES')])).toBe('NO')
  expect(overallVerdict([planned('YES'), other('NO')])).toBe('YES')
})
