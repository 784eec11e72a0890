import { expect, test } from 'vitest'
import { groupNotifications } from './notification-groups.ts'

const notification = (actBy: string | null, level: 'INFO' | 'DUE' | 'CRITICAL' = 'DUE') => ({ actBy, level })
const today = '2026-11-26'

test('critical notifications are first, then overdue, today and later ones, then happenings', () => {
  const notifications = [
    notification(null, 'INFO'),
    notification('2026-11-27'),
    notification(today),
    notification('2026-11-25'),
    notification('2026-12-30', 'CRITICAL'),
    notification('2026-11-01', 'CRITICAL'),
  ]
  expect(
    groupNotifications(notifications, today).map(({ title, notifications }) => [
      title,
      notifications.map(({ actBy }) => actBy),
    ]),
  ).toEqual([
    ['Critical', ['2026-12-30', '2026-11-01']],
    ['Overdue', ['2026-11-25']],
    ['Today', [today]],
    ['Later', ['2026-11-27']],
    ['What happened', [null]],
  ])
})

test('headings without notifications are left out', () => {
  expect(groupNotifications([notification(today)], today).map(({ name }) => name)).toEqual(['today'])
  expect(groupNotifications([], today)).toEqual([])
})
