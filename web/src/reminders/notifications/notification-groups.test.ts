import { expect, test } from 'vitest'
import { groupNotifications } from './notification-groups.ts'

const notification = (actBy: string | null, level: 'INFO' | 'DUE' | 'CRITICAL' = 'DUE') => ({ actBy, level })
const today = '2026-11-26'

test('what is critical stands first, then what is overdue, of today and later, then what happened', () => {
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

test('a heading without notifications is left out', () => {
  expect(groupNotifications([notification(today)], today).map(({ name }) => name)).toEqual(['today'])
  expect(groupNotifications([], today)).toEqual([])
})
