import type { Notification } from '@plinth/api/reminders/notifications'
import { expect, test } from 'vitest'
import { formerStates, withChange } from './notification-changes.ts'

const notification = (id: string, state: Notification['state'] = 'READ', snoozedUntil: string | null = null) =>
  ({ id, state, snoozedUntil, doneBecause: null }) as Notification
const [a, b, c] = [notification('a', 'UNREAD'), notification('b'), notification('c')]
const page = (number: number, content: Notification[]) => ({
  content,
  number,
  size: 2,
  totalPages: 2,
  totalElements: 3,
})
const pages = { pages: [page(0, [a, b]), page(1, [c])], pageParams: [0, 1] }

const shownIn = (after: typeof pages) =>
  after.pages.map(({ content, totalElements }) => [content.map(({ id, state }) => `${id} ${state}`), totalElements])

test('a notification that is done or snoozed leaves its box, on any page', () => {
  expect(shownIn(withChange(pages, [a, c], { state: 'DONE' }, 'INBOX'))).toEqual([
    [['b READ'], 1],
    [[], 1],
  ])
  const snooze = { state: 'SNOOZED', snoozedUntil: '2026-11-27T03:30:00Z' } as const
  expect(shownIn(withChange(pages, [b], snooze, 'INBOX'))[0]).toEqual([['a UNREAD'], 2])
  expect(shownIn(withChange(pages, [b], { state: 'READ' }, 'DONE'))[0]).toEqual([['a UNREAD'], 2])
})

test('a notification that is read or snoozed again stays in its box', () => {
  expect(shownIn(withChange(pages, [a], { state: 'READ' }, 'INBOX'))[0]).toEqual([['a READ', 'b READ'], 3])
  const snoozed = { pages: [page(0, [notification('s', 'SNOOZED', '2026-11-27T03:30:00Z')])], pageParams: [0] }
  const later = { state: 'SNOOZED', snoozedUntil: '2026-12-03T03:30:00Z' } as const
  expect(withChange(snoozed, snoozed.pages[0]?.content ?? [], later, 'SNOOZED').pages[0]?.content).toMatchObject([
    later,
  ])
})

test('the former states of notifications are grouped, and an expired snooze becomes unread', () => {
  const now = Date.parse('2026-11-26T03:30:00Z')
  const snoozed = notification('s', 'SNOOZED', '2026-11-27T03:30:00Z')
  const expired = notification('w', 'SNOOZED', '2026-11-26T03:00:00Z')
  expect(formerStates([a, b, c, snoozed, expired], now)).toEqual([
    { change: { state: 'UNREAD' }, ids: ['a', 'w'] },
    { change: { state: 'READ' }, ids: ['b', 'c'] },
    { change: { state: 'SNOOZED', snoozedUntil: '2026-11-27T03:30:00Z' }, ids: ['s'] },
  ])
})
