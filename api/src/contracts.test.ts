import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bidPercentage, bidValue, settleBid } from './contracts.ts'

const most = 999_999_999_999_999
/** Rupees as a form takes them: whole paise, up to 13 digits. */
const rupees = (least = 0, highest = most) =>
  fc.bigInt(BigInt(least), BigInt(highest)).map((paise) => Number(paise) / 100)
/** Per cent with up to four decimals. */
const percent = fc.integer({ min: -1_000_000, max: 9_999_999 }).map((units) => units / 10_000)
/** An estimate of a lakh or more, so that four decimals of a per cent are worth more than a paisa's rounding. */
const estimate = rupees(10_000_000, 99_999_999_999_99)
const anything = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    0,
    -0,
    0.001,
    -0.004,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ),
  rupees(),
  percent,
)

const whole = (value: number, parts: number) => BigInt(Math.round(value * parts))

describe('the value of a bid', () => {
  test.each([
    [100, 15, 115],
    [100, -15, 85],
    [1_800_000, -12.3456, 1_577_779.2],
    [0.1, 10, 0.11],
    [1.15, 100, 2.3],
    [33.33, 33.3333, 44.44],
    [0.01, 50, 0.02],
    [0.01, -50, 0],
    [100, -100, 0],
    [100, 0, 100],
    [0, 15, 0],
    [9_999_999_999_999.99, 0, 9_999_999_999_999.99],
  ])('of %d at %d per cent is %d', (actual, percentage, value) => {
    expect(bidValue(actual, percentage)).toBe(value)
  })

  test('of whole paise is whole paise, to the last of thirteen digits', () => {
    fc.assert(
      fc.property(rupees(0, 99_999_999_999_999), percent, (actual, percentage) => {
        const value = bidValue(actual, percentage)
        expect(value).toBe(Number(value.toFixed(2)))
        // In millionths of a paisa, and exactly: half a paisa is the most that rounding may take.
        const off = whole(value, 100) * 1_000_000n - whole(actual, 100) * (1_000_000n + whole(percentage, 10_000))
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(500_000n)
      }),
    )
  })

  test('never falls when the percentage rises', () => {
    fc.assert(
      fc.property(rupees(), percent, percent, (actual, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(bidValue(actual, low)).toBeLessThanOrEqual(bidValue(actual, high))
      }),
    )
  })

  test('lies as far above for a per cent more as below for a per cent less', () => {
    const upTo100 = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000)
    fc.assert(
      fc.property(rupees(0, 1_000_000_000_000), upTo100, (actual, percentage) => {
        const [above, below] = [bidValue(actual, percentage), bidValue(actual, -percentage)]
        expect(Math.round((above - actual) * 100)).toBe(Math.round((actual - below) * 100))
      }),
    )
  })
})

describe('the percentage of a bid', () => {
  test.each([
    [100, 115, 15],
    [100, 85, -15],
    [3, 4, 33.3333],
    [3, 2, -33.3333],
    [100, 0, -100],
    [1_800_000, 1_577_779.2, -12.3456],
    [0, 50, 0],
  ])('of %d bid at %d is %d', (actual, value, percentage) => {
    expect(bidPercentage(actual, value)).toBe(percentage)
  })

  test('is at least -100 for any bid that is not negative', () => {
    fc.assert(fc.property(rupees(1), rupees(), (actual, value) => bidPercentage(actual, value) >= -100))
  })
})

describe('both ways', () => {
  test('a percentage comes back as it was typed', () => {
    fc.assert(
      fc.property(estimate, percent, (actual, percentage) => {
        expect(bidPercentage(actual, bidValue(actual, percentage))).toBeCloseTo(percentage, 4)
      }),
    )
  })

  test('a value comes back within what four decimals of a per cent can say', () => {
    fc.assert(
      fc.property(estimate, fc.double({ min: 0, max: 10, noNaN: true }), (actual, factor) => {
        const value = Number((actual * factor).toFixed(2))
        const back = bidValue(actual, bidPercentage(actual, value))
        expect(Math.abs(back - value)).toBeLessThanOrEqual(actual * 0.000_000_5 + 0.011)
      }),
    )
  })

  test('are a number whatever is typed, and 0 where an operand is missing', () => {
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        for (const result of [bidValue(a, b), bidPercentage(a, b)]) expect(Number.isFinite(result)).toBe(true)
        const isMissing = (value: unknown) => typeof value !== 'number' || !Number.isFinite(value)
        if (isMissing(a) || isMissing(b)) expect([bidValue(a, b), bidPercentage(a, b)]).toEqual([0, 0])
      }),
    )
  })
})

describe('what is stored of a bid', () => {
  const figure = fc.option(rupees(0, 100_000_000_000))

  test('has both or neither of value and percentage', () => {
    fc.assert(
      fc.property(figure, figure, fc.option(percent), (actual, value, percentage) => {
        const settled = settleBid({ actual, value, percentage })
        const isEmpty = value === null && percentage === null
        expect([settled.value === null, settled.percentage === null]).toEqual([isEmpty, isEmpty])
        expect(settled.actual).toBe(actual)
      }),
    )
  })

  test('keeps the value whenever there is one', () => {
    fc.assert(
      fc.property(figure, rupees(), fc.option(percent), (actual, value, percentage) => {
        expect(settleBid({ actual, value, percentage }).value).toBe(value)
      }),
    )
  })

  test('is settled: settling it again changes nothing', () => {
    fc.assert(
      fc.property(figure, figure, fc.option(percent), (actual, value, percentage) => {
        const once = settleBid({ actual, value, percentage })
        expect(settleBid(once)).toEqual(once)
      }),
    )
  })

  test('keeps a percentage that agrees with the value to the paisa, and replaces one that does not', () => {
    expect(settleBid({ actual: 3, value: 4, percentage: 33.3 })).toEqual({ actual: 3, value: 4, percentage: 33.3 })
    expect(settleBid({ actual: 3, value: 4, percentage: 33 })).toEqual({ actual: 3, value: 4, percentage: 33.3333 })
  })
})
