import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { type BidCheck, checkBid } from '@plinth/api/guarantees/guarantee-headroom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { setTerms } from '../../tenders/contract-terms/contract-terms.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newEvent } from '../instrument-events/instrument-events.factory.ts'
import { guaranteeBody, newInstrument } from '../instruments/instruments.factory.ts'
import { banking } from './guarantee-headroom.factory.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  owner = await (await newCompany(server)).as()
})
afterAll(() => server.stop())

const { newLimit, lodged, planned } = banking(() => owner)

const check = (contract: { id: string }) => owner.ok(checkBid, { params: { id: contract.id } })

function bankOf({ banks }: BidCheck, { id }: BankFacility) {
  const bank = banks.find(({ facilityId }) => facilityId === id)
  if (!bank) throw new Error('the bank is not judged')
  return {
    ...bank,
    days: bank.days.map(({ on, used, others, asked, left }) => [on, used, others, asked, left]),
    mends: bank.mends.map(({ instrumentId, on, isInTime }) => [instrumentId, on, isInTime]),
  }
}

const plansOf = ({ plans }: BidCheck) =>
  plans.map(({ purpose, amount, neededOn, untilOn }) => [purpose, amount, neededOn, untilOn])

const none = { firstShortOn: null, shortage: 0 }
const noneAlone = { firstShortAloneOn: null, shortageAlone: 0 }

describe('a bid', () => {
  test('is covered if its guarantees take the last rupee [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000)
    await lodged(limit, 4_00_000, 200)
    await planned(await newContract(owner), limit, 2_00_000, [20, 30])
    const contract = await newContract(owner)
    await planned(contract, limit, 4_00_000, [10, 40])
    const bid = await check(contract)
    expect(bid.verdict).toBe('YES')
    const bank = bankOf(bid, limit)
    expect(bank).toMatchObject({ verdict: 'YES', isPlanned: true, ...none, ...noneAlone, mends: [] })
    expect(bank.days).toEqual([
      // 10,00,000 - 4,00,000 - 4,00,000.
      [day(10), 4_00_000, 0, 4_00_000, 2_00_000],
      // The other plan takes 2,00,000 more.
      [day(20), 4_00_000, 2_00_000, 4_00_000, 0],
      [day(31), 4_00_000, 0, 4_00_000, 2_00_000],
    ])
  })

  test('that is short by a paisa is covered alone, and a guarantee expected back in time mends it [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { dischargeDays: 10 })
    // Expected to end on day 5 + 10 and free on day 16, but not for certain: it still counts.
    const guarantee = await lodged(limit, 4_00_000, 5)
    await planned(await newContract(owner), limit, 2_00_000.01, [20, 30])
    const contract = await newContract(owner)
    await planned(contract, limit, 4_00_000, [10, 40])
    const bid = await check(contract)
    expect(bid.verdict).toBe('ONLY_ALONE')
    expect(bankOf(bid, limit)).toMatchObject({
      verdict: 'ONLY_ALONE',
      // 10,00,000 - 4,00,000 - 2,00,000.01 - 4,00,000 = -0.01.
      firstShortOn: day(20),
      shortage: 0.01,
      ...noneAlone,
      mends: [[guarantee.id, day(16), true]],
      isMended: true,
    })
  })

  test('is not covered if too many guarantees use the limit, and has the largest shortage [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { dischargeDays: 10 })
    // Free on day 8 + 10 + 1; the other on day 50 + 10 + 1.
    const first = await lodged(limit, 3_00_000, 8)
    await lodged(limit, 4_00_000, 50)
    await planned(await newContract(owner), limit, 1_00_000.5, [30, 60])
    const contract = await newContract(owner)
    await planned(contract, limit, 4_00_000, [10, 40])
    const bid = await check(contract)
    expect(bid.verdict).toBe('NO')
    expect(bankOf(bid, limit)).toMatchObject({
      verdict: 'NO',
      // 10,00,000 - 7,00,000 - 4,00,000 = -1,00,000 from day 10, and -2,00,000.50 from day 30.
      firstShortOn: day(10),
      shortage: 2_00_000.5,
      firstShortAloneOn: day(10),
      shortageAlone: 1_00_000,
      // Without the 3,00,000: -2,00,000.50 + 3,00,000 = 99,999.50, but the guarantee counts until day 18.
      mends: [[first.id, day(19), false]],
      isMended: true,
    })
  })

  test('counts a guarantee that ends the day before it begins as free, and one that ends on that day as used [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000, { freesOn: 'EXPIRY' })
    const guarantee = await lodged(limit, 4_00_000, 9)
    const [fits, clashes] = [await newContract(owner), await newContract(owner)]
    await planned(fits, limit, 1_50_000, [10, 20])
    await planned(clashes, limit, 3_00_000, [9, 20])
    // Day 10: 5,00,000 - 1,50,000 - 3,00,000 = 50,000.
    expect(bankOf(await check(fits), limit)).toMatchObject({
      verdict: 'YES',
      days: [[day(10), 0, 3_00_000, 1_50_000, 50_000]],
    })
    expect(bankOf(await check(clashes), limit)).toMatchObject({
      verdict: 'NO',
      days: [
        // 5,00,000 - 4,00,000 - 3,00,000.
        [day(9), 4_00_000, 0, 3_00_000, -2_00_000],
        [day(10), 0, 1_50_000, 3_00_000, 50_000],
      ],
      firstShortOn: day(9),
      shortage: 2_00_000,
      mends: [[guarantee.id, day(10), false]],
    })
  })

  test('planned at two banks has the worse verdict of them, and a third bank is judged by all its guarantees [deposits 11.10]', async () => {
    const [enough, shared, third] = [await newLimit(3_00_000), await newLimit(3_00_000), await newLimit(4_99_999.99)]
    const closed = await newLimit(90_00_000, { isActive: false })
    const contract = await newContract(owner)
    await planned(contract, enough, 3_00_000, [10, 40])
    await planned(contract, shared, 2_00_000, [5, 12], { purpose: 'EMD' })
    await planned(await newContract(owner), shared, 1_50_000, [12, 60])
    const bid = await check(contract)
    expect(bid.verdict).toBe('ONLY_ALONE')
    expect(bankOf(bid, enough)).toMatchObject({ verdict: 'YES', isPlanned: true, ...none })
    expect(bankOf(bid, shared)).toMatchObject({
      verdict: 'ONLY_ALONE',
      isPlanned: true,
      // 3,00,000 - 1,50,000 - 2,00,000.
      firstShortOn: day(12),
      shortage: 50_000,
      ...noneAlone,
    })
    expect(bankOf(bid, third)).toMatchObject({
      verdict: 'NO',
      isPlanned: false,
      // Both on days 10 to 12: 4,99,999.99 - 5,00,000.
      firstShortOn: day(10),
      shortage: 0.01,
      firstShortAloneOn: day(10),
      shortageAlone: 0.01,
      mends: [],
      isMended: false,
    })
    expect(bid.banks.map(({ facilityId }) => facilityId)).not.toContain(closed.id)
  })

  test('is judged from today on, by its guarantees that are still needed, under an inactive limit too [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000, { freesOn: 'EXPIRY', isActive: false })
    await lodged(limit, 4_00_000, -1)
    await lodged(limit, 1_00_000, 0)
    const contract = await newContract(owner)
    await planned(contract, limit, 4_00_000, [-20, 0])
    await planned(contract, limit, 9_00_000, [-20, -1], { purpose: 'EMD' })
    const bid = await check(contract)
    expect(bid.plans.map(({ amount }) => amount)).toEqual([4_00_000])
    expect(bid.verdict).toBe('YES')
    // 5,00,000 - 1,00,000 - 4,00,000.
    expect(bankOf(bid, limit).days).toEqual([[day(0), 1_00_000, 0, 4_00_000, 0]])
    const over = await newContract(owner)
    await planned(over, limit, 9_00_000, [-20, -1])
    expect(await check(over)).toMatchObject({ verdict: null, plans: [] })
  })

  test('is judged without plans of lost tenders and without past or dropped plans [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000)
    await planned(await newContract(owner, { status: 'REJECTED' }), limit, 5_00_000, [0, 90])
    await planned(await newContract(owner, { status: 'CANCELLED' }), limit, 5_00_000, [0, 90])
    const other = await newContract(owner)
    await planned(other, limit, 5_00_000, [-90, -1])
    await planned(other, limit, 5_00_000, [0, 90], { state: 'DROPPED' })
    const contract = await newContract(owner)
    await planned(contract, limit, 5_00_000, [10, 40])
    expect(bankOf(await check(contract), limit)).toMatchObject({
      verdict: 'YES',
      days: [[day(10), 0, 0, 5_00_000, 0]],
    })
  })

  test('that is short in two separate periods is mended by one guarantee for each [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'EXPIRY' })
    await lodged(limit, 3_00_000, 5)
    const early = await lodged(limit, 5_00_000, 30)
    const days = { issuedOn: day(40), expiresOn: day(80), claimUntil: null }
    const request = guaranteeBody({ facilityId: limit.id, amount: 5_00_000, state: 'REQUESTED', ...days })
    const late = await newInstrument(owner, request)
    const other = await newContract(owner)
    await planned(other, limit, 2_00_000, [12, 15])
    await planned(other, limit, 2_00_000.5, [50, 55])
    const contract = await newContract(owner)
    await planned(contract, limit, 4_00_000, [10, 60])
    const bank = bankOf(await check(contract), limit)
    expect(bank.days).toEqual([
      [day(10), 5_00_000, 0, 4_00_000, 1_00_000],
      [day(12), 5_00_000, 2_00_000, 4_00_000, -1_00_000],
      [day(16), 5_00_000, 0, 4_00_000, 1_00_000],
      [day(31), 0, 0, 4_00_000, 6_00_000],
      [day(40), 5_00_000, 0, 4_00_000, 1_00_000],
      [day(50), 5_00_000, 2_00_000.5, 4_00_000, -1_00_000.5],
      [day(56), 5_00_000, 0, 4_00_000, 1_00_000],
    ])
    // The guarantee that ends on day 5 does not help; each of the others counts in one of the two periods.
    expect(bank).toMatchObject({
      verdict: 'ONLY_ALONE',
      firstShortOn: day(12),
      shortage: 1_00_000.5,
      mends: [
        [early.id, day(31), false],
        [late.id, day(81), false],
      ],
      isMended: true,
    })
  })

  test('that is short twice, by more the second time, is mended by the guarantees that come back first [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { dischargeDays: 5 })
    // Free on day 4 + 5 + 1, and on day 34 + 5 + 1.
    const first = await lodged(limit, 1_00_000, 4)
    const second = await lodged(limit, 2_00_000, 34)
    const other = await newContract(owner)
    await planned(other, limit, 3_00_000, [10, 15])
    await planned(other, limit, 5_00_000, [50, 55])
    const contract = await newContract(owner)
    await planned(contract, limit, 5_00_000, [10, 60])
    // Day 10: 10,00,000 - 3,00,000 - 3,00,000 - 5,00,000 = -1,00,000; day 50: -3,00,000.
    expect(bankOf(await check(contract), limit)).toMatchObject({
      firstShortOn: day(10),
      shortage: 3_00_000,
      mends: [
        [first.id, day(10), true],
        [second.id, day(40), false],
      ],
      isMended: true,
    })
  })

  test('names no guarantee that is not needed beside a later one [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { dischargeDays: 5 })
    await lodged(limit, 1_00_000, 4)
    const large = await lodged(limit, 5_00_000, 34)
    const contract = await newContract(owner)
    await planned(contract, limit, 7_00_000, [20, 60])
    // 10,00,000 - 6,00,000 - 7,00,000 = -3,00,000: the 1,00,000 are not enough, and the 5,00,000 are enough alone.
    expect(bankOf(await check(contract), limit)).toMatchObject({
      verdict: 'NO',
      shortage: 3_00_000,
      mends: [[large.id, day(40), false]],
      isMended: true,
    })
  })

  test('that is short tomorrow is mended in time by an overdue guarantee, and one that is short today is not [deposits 11.10]', async () => {
    const limit = await newLimit(5_00_000, { dischargeDays: 0 })
    // Expected to end on day -30: it still counts today, and is expected to be gone from tomorrow on.
    const overdue = await lodged(limit, 2_00_000, -30)
    const [today, tomorrow] = [await newContract(owner), await newContract(owner)]
    // 5,00,000 - 2,00,000 - 4,00,000 = -1,00,000 on each day; the plans of the two tenders do not overlap.
    await planned(today, limit, 4_00_000, [0, 0])
    await planned(tomorrow, limit, 4_00_000, [1, 20])
    expect(bankOf(await check(tomorrow), limit)).toMatchObject({
      firstShortOn: day(1),
      shortage: 1_00_000,
      mends: [[overdue.id, day(1), true]],
      isMended: true,
    })
    expect(bankOf(await check(today), limit)).toMatchObject({
      firstShortOn: day(0),
      shortage: 1_00_000,
      mends: [[overdue.id, day(1), false]],
      isMended: true,
    })
  })

  test('needs a claimed guarantee to come free only if those with an end are not enough [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000, { freesOn: 'CLAIM_END' })
    const claimed = await lodged(limit, 5_00_000, 1)
    await newEvent(owner, claimed.id, { kind: 'CLAIM_LODGED' })
    const guarantee = await lodged(limit, 2_00_000, 30, { claimUntil: day(45) })
    const [small, large] = [await newContract(owner), await newContract(owner)]
    await planned(small, limit, 5_00_000, [10, 20])
    await planned(large, limit, 9_00_000, [21, 25])
    // 10,00,000 - 7,00,000 - 5,00,000 = -2,00,000.
    expect(bankOf(await check(small), limit)).toMatchObject({
      shortage: 2_00_000,
      mends: [[guarantee.id, day(46), false]],
      isMended: true,
    })
    // 10,00,000 - 7,00,000 - 9,00,000 = -6,00,000.
    expect(bankOf(await check(large), limit)).toMatchObject({
      shortage: 6_00_000,
      mends: [
        [guarantee.id, day(46), false],
        [claimed.id, null, false],
      ],
      isMended: true,
    })
  })

  test('above the limit cannot be mended, and a claimed guarantee comes last in the list [deposits 11.10]', async () => {
    const limit = await newLimit(2_00_000, { freesOn: 'EXPIRY' })
    const claimed = await lodged(limit, 40_000, 5)
    await newEvent(owner, claimed.id, { kind: 'CLAIM_LODGED' })
    const guarantee = await lodged(limit, 60_000, 30)
    const contract = await newContract(owner)
    await planned(contract, limit, 3_00_000, [10, 20])
    // 2,00,000 - 1,00,000 - 3,00,000; without both -1,00,000.
    expect(bankOf(await check(contract), limit)).toMatchObject({
      verdict: 'NO',
      firstShortOn: day(10),
      shortage: 2_00_000,
      firstShortAloneOn: day(10),
      shortageAlone: 2_00_000,
      mends: [
        [guarantee.id, day(31), false],
        [claimed.id, null, false],
      ],
      isMended: false,
    })
  })
})

describe('guarantees proposed for a bid', () => {
  const validity = { emdAmount: 25_000.5, bidValidityDays: 90 }
  const security = { psPercent: 5, psDays: 29, dlpMonths: 6 }
  const dates = { closingDate: '2091-12-15', resultDate: '2092-01-31', givenEndDate: '2092-08-31' }
  // 15 Dec + 90 days: 31 Dec is 16, 31 Jan 47, 29 Feb 76, 14 Mar 90; 45 days more: 31 Mar is 17, 28 Apr 45.
  const emd = ['EMD', 25_000.5, '2091-12-15', '2092-04-28']
  // 5 % of 10,00,000.50 = 50,000.025, up; 31 Jan + 29 days is 29 Feb; 31 Aug + 6 months is 28 Feb, and 29 Apr 60 days later.
  const ps = ['PERFORMANCE_SECURITY', 50_000.03, '2092-02-29', '2093-04-29']

  const newBid = async (given: Parameters<typeof newContract>[1] = {}) => {
    const contract = await newContract(owner, { tenderBidValue: 10_00_000.5, ...dates, ...given })
    await setTerms(owner, contract.id, { ...validity, ...security })
    return contract
  }

  test('are computed from dates and terms, and the best bank gives the verdict [deposits 11.10]', async () => {
    const contract = await newBid()
    // 25,000.50 + 50,000.03 while they overlap, from 29 Feb on.
    const [short, enough] = [await newLimit(75_000.52), await newLimit(75_000.53)]
    const bid = await check(contract)
    expect(plansOf(bid)).toEqual([emd, ps])
    expect(bid).toMatchObject({ verdict: 'YES', missing: [] })
    expect(bankOf(bid, short)).toMatchObject({ verdict: 'NO', firstShortOn: '2092-02-29', shortage: 0.01 })
    expect(bankOf(bid, enough)).toMatchObject({
      verdict: 'YES',
      isPlanned: false,
      days: [
        ['2091-12-15', 0, 0, 25_000.5, 50_000.03],
        ['2092-02-29', 0, 0, 75_000.53, 0],
        ['2092-04-29', 0, 0, 50_000.03, 25_000.5],
      ],
    })
  })

  test('use an entered day of validity before the number of days, and the entered days beyond completion [deposits 11.10]', async () => {
    const contract = await newContract(owner, {
      tenderBidValue: 12_34_567.89,
      closingDate: '2091-12-15',
      resultDate: '2091-02-08',
      givenEndDate: '2091-08-31',
    })
    await setTerms(owner, contract.id, {
      ...validity,
      bidValidUntil: '2092-03-01',
      psPercent: 3,
      psDays: 21,
      dlpMonths: 6,
      psValidBeyondDays: 30,
    })
    expect(plansOf(await check(contract))).toEqual(
      expect.arrayContaining([
        // 1 Mar + 45 days: 31 Mar is 30, 15 Apr 45.
        ['EMD', 25_000.5, '2091-12-15', '2092-04-15'],
        // 3 % of 12,34,567.89 = 37,037.0367; 8 Feb 2091 + 21 days; 31 Aug + 6 months is 29 Feb 2092, and 30 Mar 30 days later.
        ['PERFORMANCE_SECURITY', 37_037.04, '2091-03-01', '2092-03-30'],
      ]),
    )
  })

  test('leave out a purpose that has a plan, even a dropped one, or a paid deposit [deposits 11.10]', async () => {
    const limit = await newLimit(10_00_000)
    const [dropped, paid, cancelled] = [await newBid(), await newBid(), await newBid()]
    await planned(dropped, limit, 1_000, [0, 50], { purpose: 'EMD', state: 'DROPPED' })
    await newDeposit(owner, paid.id, { purpose: 'PERFORMANCE_SECURITY', status: 'SUBMITTED' })
    for (const status of ['DRAFT', 'REJECTED', 'CANCELLED'] as const)
      await newDeposit(owner, cancelled.id, { purpose: 'EMD', status })
    expect(plansOf(await check(dropped))).toEqual([ps])
    expect(plansOf(await check(paid))).toEqual([emd])
    expect(plansOf(await check(cancelled))).toEqual([emd, ps])
  })

  test('are empty once the work has begun [deposits 11.10]', async () => {
    expect(plansOf(await check(await newBid({ status: 'WORK_ORDER_ISSUED' })))).toEqual([emd, ps])
    expect(await check(await newBid({ status: 'MOBILIZED' }))).toMatchObject({ verdict: null, plans: [] })
  })
})
