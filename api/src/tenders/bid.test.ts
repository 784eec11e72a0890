import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bid, bidPercentage, bidValue, leadingOf, settleBid, typedBid } from './bid.ts'

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

  const given = fc.record({ actual: figure, value: figure, percentage: fc.option(percent) })

  test('has both or neither of value and percentage where there is an actual value to count from', () => {
    fc.assert(
      fc.property(given, (bid) => {
        fc.pre(bid.actual !== null && bid.actual !== 0)
        const settled = settleBid(bid)
        const isEmpty = bid.value === null && bid.percentage === null
        expect([settled.value === null, settled.percentage === null]).toEqual([isEmpty, isEmpty])
        expect(settled.actual).toBe(bid.actual)
      }),
    )
  })

  test('is what was given, and no 0 that nobody meant, where there is none', () => {
    fc.assert(
      fc.property(given, (bid) => {
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

describe('what a form shows as a bid is typed', () => {
  const figure = fc.option(rupees(0, 100_000_000_000))
  const start: fc.Arbitrary<Bid> = fc.record({ actual: figure, value: figure, percentage: fc.option(percent) })
  const step = fc.oneof(
    fc.record({ figure: fc.constantFrom('actual', 'value'), typed: figure }),
    fc.record({ figure: fc.constant('percentage'), typed: fc.option(percent) }),
  ) as fc.Arbitrary<{ figure: keyof Bid; typed: number | null }>

  /** As the screen does it: whoever types one of the two has it lead from then on. */
  function typedInTurn(bid: Bid, steps: readonly { figure: keyof Bid; typed: number | null }[]) {
    let leading = leadingOf(bid)
    let now = bid
    for (const { figure: name, typed } of steps) {
      if (name !== 'actual') leading = name
      now = typedBid(now, name, typed, leading)
    }
    return { bid: now, leading }
  }

  test('keeps the value that was typed, however often the actual value changes', () => {
    fc.assert(
      fc.property(
        start,
        rupees(),
        fc.array(figure),
        fc.option(rupees(1), { nil: 4000 }),
        (bid, value, actuals, last) => {
          const steps = [...actuals, last].map((typed) => ({ figure: 'actual' as const, typed }))
          const shown = typedInTurn(bid, [{ figure: 'value', typed: value }, ...steps]).bid
          expect(shown).toEqual({ actual: last, value, percentage: bidPercentage(last, value) })
        },
      ),
    )
  })

  test('keeps the value that was stored, until a percentage is typed', () => {
    fc.assert(
      fc.property(
        rupees(1),
        figure,
        fc.option(percent),
        fc.array(rupees(1), { minLength: 1 }),
        (value, actual, quoted, actuals) => {
          const steps = actuals.map((typed) => ({ figure: 'actual' as const, typed }))
          const stored = { actual, value, percentage: quoted }
          expect(typedInTurn(stored, steps).bid.value).toBe(value)
        },
      ),
    )
    expect(typedInTurn({ actual: null, value: 6000, percentage: 0 }, [{ figure: 'actual', typed: 4000 }]).bid).toEqual({
      actual: 4000,
      value: 6000,
      percentage: 50,
    })
  })

  test('follows the percentage that was typed last, or waits for an actual value', () => {
    fc.assert(
      fc.property(start, percent, fc.array(figure), rupees(), (bid, quoted, actuals, last) => {
        const steps = [...actuals, last].map((typed) => ({ figure: 'actual' as const, typed }))
        const shown = typedInTurn(bid, [{ figure: 'percentage', typed: quoted }, ...steps]).bid
        expect(shown).toEqual({ actual: last, value: bidValue(last, quoted), percentage: quoted })
      }),
    )
    for (const value of [null, 0])
      expect(
        typedInTurn({ actual: null, value, percentage: 5 }, [
          { figure: 'actual', typed: 1 },
          { figure: 'actual', typed: 1000 },
        ]).bid.value,
      ).toBe(1050)
  })

  test('is what is stored: the server changes neither the value nor the percentage that leads', () => {
    fc.assert(
      fc.property(start, fc.array(step, { minLength: 1 }), (bid, steps) => {
        const { bid: shown, leading } = typedInTurn(bid, steps)
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
