import { expect, test } from 'vitest'
import { groupDeadlines } from './deadline-groups.ts'

/** A Saturday. */
const now = '2026-12-05'

const open = (...days: string[]) => days.map((actBy) => ({ actBy, markId: null }))
const grouped = (deadlines: Parameters<typeof groupDeadlines>[0]) =>
  groupDeadlines(deadlines, now).map(({ title, note, deadlines: some }) => [
    title,
    ...(note ? [note] : []),
    ...some.map(({ actBy }) => actBy),
  ])

test('near deadlines are grouped by time, distant ones by week', () => {
  expect(
    grouped(open('2026-11-30', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-11', '2026-12-12', '2026-12-14')),
  ).toEqual([
    ['Overdue', '2026-11-30', '2026-12-04'],
    ['Today', '05 Dec 2026', '2026-12-05'],
    ['This week', 'until 11 Dec 2026', '2026-12-06', '2026-12-11'],
    ['Week of 07 Dec 2026', '2026-12-12'],
    ['Week of 14 Dec 2026', '2026-12-14'],
  ])
  expect(grouped([])).toEqual([])
})

test('waived deadlines are never overdue and are grouped by week', () => {
  const waived = ['2026-11-30', '2026-12-05'].map((actBy) => ({ actBy, markId: 'm' }))
  expect(grouped(waived)).toEqual([['Week of 30 Nov 2026', '2026-11-30', '2026-12-05']])
})
