import { monthNames } from '@plinth/api/kernel/days'
import { translated } from '../../lib/language.ts'
import { perDay, type Span } from './gantt-scale.ts'

/** The pixels per day of each scale; Fit uses the room there is. */
export const scales = { fit: 0, day: 28, week: 9, month: 3, quarter: 0.9 } as const
export type Scale = keyof typeof scales

export interface Axis extends Span {
  /** The pixels per day. */
  unit: number
}

const minDays = 14

/** The days of the axis: slightly more than the tasks need, including today unless it is far away. */
export function axisSpan(tasks: Span | null, today: number): Span {
  if (tasks === null) return { start: today - minDays / 2, end: today + minDays / 2 }
  const maxDistance = (tasks.end - tasks.start) / 2
  const start = today < tasks.start && today >= tasks.start - maxDistance ? today : tasks.start
  const end = today >= tasks.end && today < tasks.end + maxDistance ? today + 1 : tasks.end
  const margin = Math.max(1, Math.round((end - start) * 0.03), Math.ceil((minDays - (end - start)) / 2))
  return { start: start - margin, end: end + margin }
}

/** The axis at a scale, at least as long as its room. */
export function axisOf({ start, end }: Span, scale: Scale, room: number): Axis {
  if (scale === 'fit') return { start, end, unit: room / (end - start) }
  const unit = scales[scale]
  return { start, end: Math.max(end, start + Math.ceil(room / unit)), unit }
}

export const xOf = ({ start, unit }: Axis, day: number) => (day - start) * unit

/** The days between two positions on the axis. */
export function daysWithin({ start, end, unit }: Axis, from: number, to: number): Span {
  return {
    start: Math.max(start, Math.floor(start + from / unit)),
    end: Math.min(end, Math.floor(start + to / unit) + 1),
  }
}

export interface Tick extends Span {
  label: string
}
/** A row of headings above the axis: days, weeks from Monday, or a number of months. */
type Tier = 'day' | 'week' | number

const year = 12
/** The finest headings that fit a number of pixels per day, and the headings above them. */
const tiers: { from: number; upper: Tier; lower: Tier }[] = [
  { from: 20, upper: 1, lower: 'day' },
  { from: 6, upper: 1, lower: 'week' },
  { from: 0.95, upper: year, lower: 1 },
  { from: 0.3, upper: year, lower: 3 },
  { from: 0.1, upper: 10 * year, lower: year },
  { from: 0, upper: 100 * year, lower: 10 * year },
]
export const tiersOf = ({ unit }: Axis) => tiers.find(({ from }) => unit >= from) ?? { upper: year, lower: year }

const monthOf = (day: number) => {
  const date = new Date(day * perDay)
  return date.getUTCFullYear() * year + date.getUTCMonth()
}
const firstOf = (month: number) => Date.UTC(Math.floor(month / year), month % year, 1) / perDay

/** 1 January 1970 was a Thursday. */
const mondayBefore = (day: number) => day - ((((day + 3) % 7) + 7) % 7)
export const isWeekend = (day: number) => day - mondayBefore(day) > 4

function unitFrom(tier: Tier, day: number): Span {
  if (tier === 'day') return { start: day, end: day + 1 }
  if (tier === 'week') return { start: mondayBefore(day), end: mondayBefore(day) + 7 }
  const month = Math.floor(monthOf(day) / tier) * tier
  return { start: firstOf(month), end: firstOf(month + tier) }
}

function labelOf(tier: Tier, day: number, within: boolean): string {
  if (tier === 'day' || tier === 'week') return String(new Date(day * perDay).getUTCDate())
  const month = monthOf(day)
  const ofYear = Math.floor(month / year)
  if (tier > year) return `${ofYear}–${ofYear + tier / year - 1}`
  if (tier === year) return String(ofYear)
  const name = translated(monthNames[month % year] ?? '')
  return within ? name : `${name} ${ofYear}`
}

/** The headings of a tier over these days, including all of the first and the last; `within` a tier that has the year. */
export function ticksOf(tier: Tier, { start, end }: Span, within: boolean): Tick[] {
  const ticks: Tick[] = []
  for (let day = start; day < end; ) {
    const unit = unitFrom(tier, day)
    ticks.push({ ...unit, label: labelOf(tier, unit.start, within) })
    day = unit.end
  }
  return ticks
}

const overscan = 10

/** The rows in view and some next to them; the focused row is kept wherever it is scrolled to. */
export function rowsToDraw(first: number, last: number, count: number, keep: number): number[] {
  const from = Math.max(0, first - overscan)
  const rows = Array.from({ length: Math.max(0, Math.min(count, last + overscan) - from) }, (_, at) => from + at)
  return keep >= count || rows.includes(keep) ? rows : [...rows, keep].sort((a, b) => a - b)
}
