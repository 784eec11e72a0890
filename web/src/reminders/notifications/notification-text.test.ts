import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { happeningKindNames, type Notification, notificationKinds } from '@plinth/api/reminders/notifications'
import { expect, test } from 'vitest'
import {
  endingText,
  hasNextStep,
  isGone,
  isTakenBack,
  notificationText,
  targetOf,
  titleText,
  whatText,
  whyText,
} from './notification-text.ts'

const id = '01970000-0000-7000-8000-000000000001'

const notification: Notification = {
  id,
  reason: 'REMINDER',
  kind: 'TASK_DUE',
  level: 'DUE',
  recordType: 'TASK',
  recordId: id,
  contractId: null,
  title: 'Piles',
  number: 'River road',
  amount: null,
  dueOn: '2026-11-26',
  actBy: '2026-11-26',
  count: 1,
  stages: 1,
  rules: ['Task is due'],
  actorName: null,
  state: 'UNREAD',
  snoozedUntil: null,
  doneBecause: null,
  createdAt: '2026-11-26T02:00:00Z',
}
const without = { recordType: null, recordId: null, title: null, number: null, dueOn: null, actBy: null } as const

test('a notification of one record names it and leads to it', () => {
  expect(notificationText(notification)).toBe('Task is due, Piles')
  expect(targetOf(notification)).toEqual({ to: `/project-tasks/${id}` })
  expect(whyText(notification)).toBe('')
  const deposit = {
    ...notification,
    kind: 'REFUND_DUE',
    recordType: 'DEPOSIT',
    contractId: 'c',
    title: 'EMD 7',
  } as const
  expect(targetOf(deposit)).toEqual({ to: `/contracts/c/security-deposit/${id}` })
  expect(titleText({ ...notification, recordType: 'INSTRUMENT', title: 'BG' })).toBe('Bank guarantee')
})

test('a notification that stands for many says of how many, and leads to all of them', () => {
  const many = { ...notification, ...without, count: 27 }
  expect([whatText(many), isGone(many)]).toEqual(['27 tasks are due', false])
  expect(targetOf(many)).toEqual({ to: '/reminders', search: { kind: ['TASK_DUE'] } })
  const given = { ...many, kind: 'TASK_GIVEN', reason: 'ASSIGNED', actorName: 'Asha', count: 340 } as const
  expect([whatText(given), whyText(given)]).toEqual(['340 tasks were given to you', 'Asha gave them to you'])
  expect(targetOf(given)).toEqual({ to: '/project-tasks/list' })
})

test('a notification that stands for more reminders than records says for how many', () => {
  expect(whyText({ ...notification, stages: 3 })).toBe('stands for 3 reminders')
  expect(whyText({ ...notification, stages: 2, rules: ['Late'] })).toBe('by the rule Late · stands for 2 reminders')
  expect(whyText({ ...notification, ...without, count: 27, stages: 27 })).toBe('')
  expect(whyText({ ...notification, ...without, count: 27, stages: 54 })).toBe('stands for 54 reminders')
})

test('a summary counts one’s deadlines, also where there is one', () => {
  const summary = {
    ...notification,
    ...without,
    kind: 'DUTIES',
    reason: 'SUMMARY',
    rules: [] as string[],
    count: 14,
  } as const
  expect(whatText(summary)).toBe('14 of your duties are overdue or due within a week')
  expect(targetOf(summary)).toEqual({ to: '/reminders' })
  const one = { ...summary, count: 1 }
  expect([whatText(one), isGone(one)]).toEqual(['One of your duties is overdue or due within a week', false])
  expect(targetOf(one)).toEqual({ to: '/reminders' })
})

test('what coverage promises in vain is counted, and leads to coverage', () => {
  const faults = {
    ...notification,
    ...without,
    kind: 'FAULTS',
    reason: 'EVENT',
    rules: [] as string[],
    count: 3,
  } as const
  expect(whatText(faults)).toBe('3 reminders that coverage promises would not come')
  expect(whyText(faults)).toBe('found when coverage was proved, as it is each day')
  expect([isGone({ ...faults, count: 1 }), targetOf(faults)]).toEqual([false, { to: '/reminders/coverage' }])
})

test('of a record that was deleted the kind alone is told, and it leads nowhere', () => {
  const gone = { ...notification, ...without }
  expect([isGone(gone), notificationText(gone), targetOf(gone)]).toEqual([true, 'Task is due', undefined])
})

test('it is told why: by which rules, since nobody acted, or who did it', () => {
  expect(whyText({ ...notification, rules: ['Piles', 'Task is due'] })).toBe('by the rule Piles')
  expect(whyText({ ...notification, reason: 'ESCALATION' })).toBe('Nobody acted')
  expect(whyText({ ...notification, reason: 'ESCALATION', rules: ['Piles'] })).toBe('Nobody acted, by the rule Piles')
  expect(whyText({ ...notification, reason: 'ESCALATION', rules: [] })).toBe('Nobody acted')
  expect(whyText({ ...notification, rules: [] })).toBe('')
  const given = { ...notification, kind: 'TASK_GIVEN', reason: 'ASSIGNED', rules: [] as string[] } as const
  expect(whyText({ ...given, actorName: 'Asha' })).toBe('Asha gave it to you')
  expect(whyText(given)).toBe('')
  expect(whyText({ ...given, kind: 'MENTIONED', reason: 'MENTIONED', actorName: 'Asha' })).toBe('Asha mentioned you')
  expect(whyText({ ...given, kind: 'REVIEW_ASKED', reason: 'REVIEW', actorName: 'Asha' })).toBe('by Asha')
})

test('only a reminder of a record has a next step, and only what a person put away is taken back', () => {
  expect(hasNextStep(notification)).toBe(true)
  expect(hasNextStep({ ...notification, ...without })).toBe(false)
  expect(hasNextStep({ ...notification, kind: 'TASK_GIVEN', reason: 'ASSIGNED' })).toBe(false)
  const reasons = ['PERSON', 'RESOLVED', 'MOVED', 'GONE', 'NEWER'] as const
  expect(reasons.filter((doneBecause) => isTakenBack({ doneBecause }))).toEqual(['PERSON'])
  expect(reasons.map((doneBecause) => endingText({ ...notification, doneBecause }))).toEqual([
    '',
    'Done meanwhile',
    'The day moved',
    'No longer there',
    'Told anew',
  ])
})

test('every kind has words of its own, for one and for many', () => {
  const one = notificationKinds.map((kind) => whatText({ ...notification, kind }))
  const many = [...deadlineKindNames, ...happeningKindNames].map((kind) =>
    whatText({ ...notification, ...without, kind, count: 30 }),
  )
  // Documents are called the same, whatever they hang on.
  const alike = deadlineKindNames.filter((kind) => kind.endsWith('_DOCUMENT_EXPIRES')).length
  expect(new Set([...one, ...many]).size).toBe(one.length + many.length - 2 * (alike - 1))
  expect(many.every((text) => text.includes('30'))).toBe(true)
})
