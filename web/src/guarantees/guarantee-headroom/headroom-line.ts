import type { HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { daysBetween, monthsAfter } from '@plinth/api/kernel/later-days'

/** Width and height of the square in which the line is drawn; the page stretches it. */
export const side = 1000

interface Span {
  from: string
  until: string
}

/** Position of a day between the first and the last day, from 0 to 1. */
const placeOf = (day: string, { from, until }: Span) => daysBetween(from, day) / Math.max(1, daysBetween(from, until))

const rounded = (value: number) => Math.round(value * 10) / 10

/** Path of a line that keeps its height until the next step, up to the right edge. */
function steppedPath(points: readonly { x: number; y: number }[]): string {
  const [first, ...others] = points
  if (!first) return ''
  return `M${first.x} ${first.y}${others.map(({ x, y }) => `H${x}V${y}`).join('')}H${side}`
}

export interface Picture {
  /** Paths of the certain headroom, and of the headroom if papers come back as expected. */
  left: string
  expected: string
  /** Distance of the zero line from the top. */
  zero: number
  /** The areas of negative headroom, from the zero line down. */
  shorts: { x: number; width: number; height: number }[]
  /** The amounts at the top and at the bottom. */
  most: number
  least: number
}

/** The steps of a limit as a picture: its top is the highest headroom of any day, its bottom the lowest headroom or 0. */
export function pictureOf(steps: readonly HeadroomStep[], span: Span): Picture {
  const amounts = steps.flatMap(({ headroom, expected }) => [headroom, expected])
  const most = Math.max(0, ...amounts)
  const least = Math.min(0, ...amounts)
  const height = most - least || 1
  const down = (amount: number) => rounded((side * (most - amount)) / height)
  const across = (day: string) => rounded(side * placeOf(day, span))
  // If headroom is always 0, the zero line is still the bottom.
  const zero = most === least ? side : down(0)
  const pathOf = (amountOf: (step: HeadroomStep) => number) =>
    steppedPath(steps.map((step) => ({ x: across(step.on), y: most === least ? side : down(amountOf(step)) })))
  const shorts = steps.flatMap(({ on, headroom }, at) => {
    if (headroom >= 0) return []
    const next = steps[at + 1]
    const x = across(on)
    return [{ x, width: rounded((next ? across(next.on) : side) - x), height: rounded(down(headroom) - zero) }]
  })
  return {
    left: pathOf(({ headroom }) => headroom),
    expected: pathOf(({ expected }) => expected),
    zero,
    shorts,
    most,
    least,
  }
}

export interface MonthMark {
  /** YYYY-MM. */
  month: string
  /** Where the month begins, from the left. */
  x: number
  /** Whether its name is shown, which takes room on its right: always (also on a phone), only on wide screens, or never. */
  named: 'always' | 'wide' | 'never'
}

/** Names the first month of each half-year, and of each quarter on wide screens, except those too near to the end. */
function namedAt(month: number, x: number): MonthMark['named'] {
  if (month % 6 === 1 && x <= 0.8 * side) return 'always'
  return month % 3 === 1 && x <= 0.88 * side ? 'wide' : 'never'
}

/** The position of each month that begins between the first and the last day. */
export function monthMarks(span: Span): MonthMark[] {
  const first = `${span.from.slice(0, 7)}-01`
  const marks: MonthMark[] = []
  for (let after = 1; ; after += 1) {
    const day = monthsAfter(first, after)
    if (day > span.until) return marks
    const x = rounded(side * placeOf(day, span))
    marks.push({ month: day.slice(0, 7), x, named: namedAt(Number(day.slice(5, 7)), x) })
  }
}
