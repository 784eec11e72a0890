import type { HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { daysBetween, monthsAfter } from '@plinth/api/kernel/later-days'

/** The line is drawn in a square of this width and height, which is stretched to its place. */
export const side = 1000

interface Span {
  from: string
  until: string
}

/** Where a day lies between the first and the last, from 0 to 1. */
const placeOf = (day: string, { from, until }: Span) => daysBetween(from, day) / Math.max(1, daysBetween(from, until))

const rounded = (value: number) => Math.round(value * 10) / 10

/** A line that holds its height until the next step, to the right end. */
function steppedPath(points: readonly { x: number; y: number }[]): string {
  const [first, ...others] = points
  if (!first) return ''
  return `M${first.x} ${first.y}${others.map(({ x, y }) => `H${x}V${y}`).join('')}H${side}`
}

export interface Picture {
  /** Paths of what is left for certain, and of what is left where papers come back as expected. */
  left: string
  expected: string
  /** How far below the top nothing is left. */
  zero: number
  /** Where less than nothing is left, from zero down. */
  shorts: { x: number; width: number; height: number }[]
  /** What the top and the bottom stand for. */
  most: number
  least: number
}

/** The steps of a limit as a picture, whose top is the most that is left on any day, and whose bottom the least, or nothing. */
export function pictureOf(steps: readonly HeadroomStep[], span: Span): Picture {
  const amounts = steps.flatMap(({ headroom, expected }) => [headroom, expected])
  const most = Math.max(0, ...amounts)
  const least = Math.min(0, ...amounts)
  const height = most - least || 1
  const down = (amount: number) => rounded((side * (most - amount)) / height)
  const across = (day: string) => rounded(side * placeOf(day, span))
  // Where nothing is ever left, zero is the floor all the same.
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
  /** Where it begins, from the left. */
  x: number
  /** Whether its name is shown, which takes room on its right: on a phone too, or where there is more of it, or nowhere. */
  named: 'always' | 'wide' | 'never'
}

/** The first of each half of a year has its name, and of each quarter where there is room, but for those too near to the end. */
function namedAt(month: number, x: number): MonthMark['named'] {
  if (month % 6 === 1 && x <= 0.8 * side) return 'always'
  return month % 3 === 1 && x <= 0.88 * side ? 'wide' : 'never'
}

/** Where each month begins between the first day and the last. */
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
