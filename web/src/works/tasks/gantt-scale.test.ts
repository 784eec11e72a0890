import type { TaskRollup } from '@plinth/api/works/projects'
import type { Task } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { axisOf, axisSpan, isWeekend, rowsToDraw, ticksOf, tiersOf, xOf } from './gantt-axis.ts'
import { dayAt, dayNumber, extentOf, scheduleOf, scheduleText } from './gantt-scale.ts'

const blank = {
  title: 'Excavation',
  hierarchyPath: '1.2',
  status: 'IN_PROGRESS',
  givenStartDate: null,
  givenEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
  progress: 0,
  isMilestone: false,
  rollup: null,
}
const task = (own: Partial<Task>) => ({ ...blank, ...own }) as Task
const rollup = (own: Partial<TaskRollup>) =>
  ({ givenStartDate: null, givenEndDate: null, actualEndDate: null, progress: 0, ...own }) as TaskRollup

const today = dayNumber('2026-03-23')
const span = (start: string, end: string) => ({ start: dayNumber(start), end: dayNumber(end) })
const textOf = (own: Partial<Task>) => scheduleText(task(own), scheduleOf(task(own), today))

test('a day converts to a number and back, over leap days and before 1970', () => {
  for (const day of ['1900-01-01', '1969-12-31', '2024-02-29', '2100-03-01', '2199-12-31'])
    expect(dayAt(dayNumber(day))).toBe(day)
  expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2)
  expect(dayNumber('2100-03-01') - dayNumber('2100-02-28')).toBe(1)
})

test('a running task has a bar up to today, and is late from the day after its given end', () => {
  const dates = {
    givenStartDate: '2026-03-05',
    givenEndDate: '2026-03-20',
    actualStartDate: '2026-03-07',
    progress: 40,
  }
  expect(scheduleOf(task(dates), today)).toMatchObject({
    planned: span('2026-03-05', '2026-03-21'),
    actual: span('2026-03-07', '2026-03-24'),
    running: true,
    late: span('2026-03-21', '2026-03-24'),
    daysLate: 3,
  })
  expect(textOf(dates)).toBe('planned 05 Mar 2026 to 20 Mar 2026, actual from 07 Mar 2026, 40%, 3 days late')
})

test('a task that has ended is late by its own end and not by today', () => {
  const dates = { givenEndDate: '2026-02-10', actualEndDate: '2026-02-11' } as const
  expect(scheduleOf(task(dates), today)).toMatchObject({ running: false, daysLate: 1 })
  expect(textOf(dates)).toBe('planned to 10 Feb 2026, actual to 11 Feb 2026, 0%, 1 day late')
  expect(scheduleOf(task({ givenEndDate: '2026-03-23' }), today).daysLate).toBe(0)
  for (const status of ['COMPLETED', 'CANCELLED'] as const)
    expect(scheduleOf(task({ givenEndDate: '2026-02-10', status }), today).daysLate).toBe(0)
})

test('the span below a task is shown next to its own dates, and replaces them if it has none', () => {
  const below = rollup({ givenStartDate: '2026-03-01', givenEndDate: '2026-03-21', progress: 55 })
  const own = { givenStartDate: '2026-03-01', givenEndDate: '2026-03-19', rollup: below }
  expect(scheduleOf(task(own), today)).toMatchObject({ below: span('2026-03-01', '2026-03-22'), daysBeyond: 2 })
  expect(textOf({ rollup: below })).toBe('0%, sub-tasks planned 01 Mar 2026 to 21 Mar 2026, sub-tasks 55%, 2 days late')
  expect(scheduleOf(task({ rollup: rollup({ ...below, progress: 100 }) }), today).daysLate).toBe(0)
})

test('a task without dates is described as such', () => {
  expect(extentOf(scheduleOf(task({}), today))).toBeNull()
  expect(textOf({ isMilestone: true })).toBe('milestone, no dates, 0%')
})

test('the axis has a margin, and includes today unless it is far away', () => {
  const near = axisSpan(span('2026-01-01', '2026-03-01'), today)
  expect(near.end).toBeGreaterThan(today)
  const far = axisSpan(span('2020-01-01', '2020-12-31'), today)
  expect(dayAt(far.end)).toBe('2021-01-11')
  expect(axisSpan(span('2026-03-23', '2026-03-24'), today)).toEqual(span('2026-03-16', '2026-03-31'))
  expect(axisSpan(null, today)).toEqual(span('2026-03-16', '2026-03-30'))
})

test('Fit shows every day in the room there is; another scale fills it', () => {
  const days = span('2026-01-01', '2026-04-11')
  const fit = axisOf(days, 'fit', 1000)
  expect(fit).toEqual({ ...days, unit: 10 })
  expect(xOf(fit, dayNumber('2026-01-11'))).toBe(100)
  expect(axisOf(days, 'day', 1000)).toEqual({ ...days, unit: 28 })
  const month = axisOf(days, 'month', 1000)
  expect((month.end - month.start) * month.unit).toBeGreaterThanOrEqual(1000)
})

test('headings are as fine as the room allows', () => {
  const at = (unit: number) => tiersOf({ start: 0, end: 1, unit }).lower
  expect([28, 9, 3, 0.9, 0.2, 0.01].map(at)).toEqual(['day', 'week', 1, 3, 12, 120])
})

test('months have their true lengths, and start before the first day of the axis', () => {
  const ticks = ticksOf(1, span('2024-01-15', '2024-03-02'), false)
  expect(ticks.map(({ label }) => label)).toEqual(['Jan 2024', 'Feb 2024', 'Mar 2024'])
  expect(ticks.map(({ start, end }) => end - start)).toEqual([31, 29, 31])
  expect(dayAt(ticks[0]?.start ?? 0)).toBe('2024-01-01')
})

test('quarters start in January, April, July and October', () => {
  const ticks = ticksOf(3, span('2025-12-31', '2026-05-01'), true)
  expect(ticks.map(({ label }) => label)).toEqual(['Oct', 'Jan', 'Apr'])
  expect(ticksOf(12, span('2025-12-31', '2026-05-01'), false).map(({ label }) => label)).toEqual(['2025', '2026'])
  expect(ticksOf(120, span('2025-12-31', '2026-05-01'), false)[0]?.label).toBe('2020–2029')
})

test('weeks start on Monday and end with the weekend', () => {
  const [first] = ticksOf('week', span('2026-03-22', '2026-03-23'), true)
  expect([dayAt(first?.start ?? 0), first?.label]).toEqual(['2026-03-16', '16'])
  expect(['2026-03-20', '2026-03-21', '2026-03-22', '2026-03-23'].map((day) => isWeekend(dayNumber(day)))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isWeekend(dayNumber('1969-12-28'))).toBe(true)
})

test('rows are rendered somewhat beyond the view, and the focused row always', () => {
  expect(rowsToDraw(0, 3, 5, 0)).toEqual([0, 1, 2, 3, 4])
  expect(rowsToDraw(500, 502, 1000, 20)).toEqual([20, ...Array.from({ length: 22 }, (_, at) => 490 + at)])
  expect(rowsToDraw(90, 110, 95, 94).at(-1)).toBe(94)
  expect(rowsToDraw(0, 0, 0, 0)).toEqual([])
})
