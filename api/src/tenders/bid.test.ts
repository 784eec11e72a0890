import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bid, bidPercentage, bidValue, leadingOf, settleBid, typedBid } from './bid.ts'

const maxPaise = 999_999_999_999_999
/** An amount in rupees as a form accepts it: whole paise, up to 13 digits. */
const rupees = (least = 0, highest = maxPaise) =>
  fc.bigInt(BigInt(least), BigInt(highest)).map((paise) => Number(paise) / 100)
/** A percentage with up to four decimals. */
const percent = fc.integer({ min: -1_000_000, max: 9_999_999 }).map((units) => units / 10_000)
/**
 * An estimate of at least a lakh, so that the fourth decimal of a percentage is worth more than the rounding to a
 * paisa.
 */
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

describe('bidValue', () => {
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

  test('of whole paise is in whole paise, up to the last of thirteen digits', () => {
    fc.assert(
      fc.property(rupees(0, 99_999_999_999_999), percent, (actual, percentage) => {
        const value = bidValue(actual, percentage)
        expect(value).toBe(Number(value.toFixed(2)))
        // Exact, in millionths of a paisa: rounding may change the value by half a paisa at most.
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

  test('is as far above for a positive percentage as below for the same negative one', () => {
    const upTo100 = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000)
    fc.assert(
      fc.property(rupees(0, 1_000_000_000_000), upTo100, (actual, percentage) => {
        const [above, below] = [bidValue(actual, percentage), bidValue(actual, -percentage)]
        expect(Math.round((above - actual) * 100)).toBe(Math.round((actual - below) * 100))
      }),
    )
  })
})

describe('bidPercentage', () => {
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

describe('bidValue and bidPercentage', () => {
  test('return a percentage as it was typed', () => {
    fc.assert(
      fc.property(estimate, percent, (actual, percentage) => {
        expect(bidPercentage(actual, bidValue(actual, percentage))).toBeCloseTo(percentage, 4)
      }),
    )
  })

  test('return a value as precisely as four decimals of a percentage allow', () => {
    fc.assert(
      fc.property(estimate, fc.double({ min: 0, max: 10, noNaN: true }), (actual, factor) => {
        const value = Number((actual * factor).toFixed(2))
        const back = bidValue(actual, bidPercentage(actual, value))
        expect(Math.abs(back - value)).toBeLessThanOrEqual(actual * 0.000_000_5 + 0.011)
      }),
    )
  })

  test('are a finite number for any input, and 0 when an operand is missing', () => {
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        for (const result of [bidValue(a, b), bidPercentage(a, b)]) expect(Number.isFinite(result)).toBe(true)
        const isMissing = (value: unknown) => typeof value !== 'number' || !Number.isFinite(value)
        if (isMissing(a) || isMissing(b)) expect([bidValue(a, b), bidPercentage(a, b)]).toEqual([0, 0])
      }),
    )
  })
})

describe('settleBid', () => {
  const figure = fc.option(rupees(0, 100_000_000_000))

  const anyBid = fc.record({ actual: figure, value: figure, percentage: fc.option(percent) })

  test('returns both or neither of value and percentage when there is an actual value', () => {
    fc.assert(
      fc.property(anyBid, (bid) => {
        fc.pre(bid.actual !== null && bid.actual !== 0)
        const settled = settleBid(bid)
        const isEmpty = bid.value === null && bid.percentage === null
        expect([settled.value === null, settled.percentage === null]).toEqual([isEmpty, isEmpty])
        expect(settled.actual).toBe(bid.actual)
      }),
    )
  })

  test('returns its input without an actual value, and adds no 0', () => {
    fc.assert(
      fc.property(anyBid, (bid) => {
        expect(settleBid({ ...bid, actual: null })).toEqual({ ...bid, actual: null })
      }),
    )
    expect(settleBid({ actual: 0, value: 5, percentage: null })).toEqual({ actual: 0, value: 5, percentage: null })
    expect(settleBid({ actual: 0, value: null, percentage: 5 })).toEqual({ actual: 0, value: 0, percentage: 5 })
  })

  test('keeps the value whenever there is one', () => {
    fc.assert(
      fc.property(figure, rupees(), fc.option(percent), (actual, value, percentage) => {
        expect(settleBid({ actual, value, percentage }).value).toBe(value)
      }),
    )
  })

  test('changes nothing when applied again', () => {
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

describe('the bid in a form', () => {
  const figure = fc.option(rupees(0, 100_000_000_000))
  const start: fc.Arbitrary<Bid> = fc.record({ actual: figure, value: figure, percentage: fc.option(percent) })
  const step = fc.oneof(
    fc.record({ figure: fc.constantFrom('actual', 'value'), typed: figure }),
    fc.record({ figure: fc.constant('percentage'), typed: fc.option(percent) }),
  ) as fc.Arbitrary<{ figure: keyof Bid; typed: number | null }>

  /** Types figures one after the other as the screen does: value or percentage leads once it is typed. */
  function typeSteps(bid: Bid, steps: readonly { figure: keyof Bid; typed: number | null }[]) {
    let leading = leadingOf(bid)
    let now = bid
    for (const { figure: name, typed } of steps) {
      if (name !== 'actual') leading = name
      now = typedBid(now, name, typed, leading)
    }
    return { bid: now, leading }
  }

  test('keeps the typed value, however often the actual value changes', () => {
    fc.assert(
      fc.property(
        start,
        rupees(),
        fc.array(figure),
        fc.option(rupees(1), { nil: 4000 }),
        (bid, value, actuals, last) => {
          const steps = [...actuals, last].map((typed) => ({ figure: 'actual' as const, typed }))
          const shown = typeSteps(bid, [{ figure: 'value', typed: value }, ...steps]).bid
          expect(shown).toEqual({ actual: last, value, percentage: bidPercentage(last, value) })
        },
      ),
    )
  })

  test('keeps the stored value until a percentage is typed', () => {
    fc.assert(
      fc.property(
        rupees(1),
        figure,
        fc.option(percent),
        fc.array(rupees(1), { minLength: 1 }),
        (value, actual, quoted, actuals) => {
          const steps = actuals.map((typed) => ({ figure: 'actual' as const, typed }))
          const stored = { actual, value, percentage: quoted }
          expect(typeSteps(stored, steps).bid.value).toBe(value)
        },
      ),
    )
    expect(typeSteps({ actual: null, value: 6000, percentage: 0 }, [{ figure: 'actual', typed: 4000 }]).bid).toEqual({
      actual: 4000,
      value: 6000,
      percentage: 50,
    })
  })

  test('follows the percentage that was typed last, or waits for an actual value', () => {
    fc.assert(
      fc.property(start, percent, fc.array(figure), rupees(), (bid, quoted, actuals, last) => {
        const steps = [...actuals, last].map((typed) => ({ figure: 'actual' as const, typed }))
        const shown = typeSteps(bid, [{ figure: 'percentage', typed: quoted }, ...steps]).bid
        expect(shown).toEqual({ actual: last, value: bidValue(last, quoted), percentage: quoted })
      }),
    )
    for (const value of [null, 0])
      expect(
        typeSteps({ actual: null, value, percentage: 5 }, [
          { figure: 'actual', typed: 1 },
          { figure: 'actual', typed: 1000 },
        ]).bid.value,
      ).toBe(1050)
  })

  test('equals the stored bid: the server changes neither the value nor a leading percentage', () => {
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1 }), (bid, steps) => {
        const { bid: shown, leading } = typeSteps(bid, steps)
        fc.pre(steps.some(({ figure: name }) => name !== 'actual'))
        const stored = settleBid(shown)
        if (shown.value !== null) expect(stored.value).toBe(shown.value)
        if (leading === 'percentage' && shown.percentage !== null && shown.value !== null)
          expect(stored.percentage).toBe(shown.percentage)
        if (leading === 'value' && shown.value !== null && shown.actual) expect(stored).toEqual(shown)
      }),
    )
  })
})
