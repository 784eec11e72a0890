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

test('a notification of one record names it and links to it', () => {
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

test('a notification for many records states their number and links to their list', () => {
  const many = { ...notification, ...without, count: 27 }
  expect([whatText(many), isGone(many)]).toEqual(['27 tasks are due', false])
  expect(targetOf(many)).toEqual({ to: '/reminders', search: { kind: ['TASK_DUE'] } })
  const assigned = { ...many, kind: 'TASK_GIVEN', reason: 'ASSIGNED', actorName: 'Asha', count: 340 } as const
  expect([whatText(assigned), whyText(assigned)]).toEqual(['340 tasks were given to you', 'Asha gave them to you'])
  expect(targetOf(assigned)).toEqual({ to: '/project-tasks/list' })
})

test('a notification for more reminders than records states the number of reminders', () => {
  expect(whyText({ ...notification, stages: 3 })).toBe('stands for 3 reminders')
  expect(whyText({ ...notification, stages: 2, rules: ['Late'] })).toBe('by the rule Late · stands for 2 reminders')
  expect(whyText({ ...notification, ...without, count: 27, stages: 27 })).toBe('')
  expect(whyText({ ...notification, ...without, count: 27, stages: 54 })).toBe('stands for 54 reminders')
})

test('a summary states the number of deadlines, also if it is one', () => {
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

test('a notification of faults states their number and links to coverage', () => {
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

test('a notification of a deleted record states only the kind and has no link', () => {
  const deleted = { ...notification, ...without }
  expect([isGone(deleted), notificationText(deleted), targetOf(deleted)]).toEqual([true, 'Task is due', undefined])
})

test('the reason of a notification names the rules, the missing action or the actor', () => {
  expect(whyText({ ...notification, rules: ['Piles', 'Task is due'] })).toBe('by the rule Piles')
  expect(whyText({ ...notification, reason: 'ESCALATION' })).toBe('Nobody acted')
  expect(whyText({ ...notification, reason: 'ESCALATION', rules: ['Piles'] })).toBe('Nobody acted, by the rule Piles')
  expect(whyText({ ...notification, reason: 'ESCALATION', rules: [] })).toBe('Nobody acted')
  expect(whyText({ ...notification, rules: [] })).toBe('')
  const assigned = { ...notification, kind: 'TASK_GIVEN', reason: 'ASSIGNED', rules: [] as string[] } as const
  expect(whyText({ ...assigned, actorName: 'Asha' })).toBe('Asha gave it to you')
  expect(whyText(assigned)).toBe('')
  expect(whyText({ ...assigned, kind: 'MENTIONED', reason: 'MENTIONED', actorName: 'Asha' })).toBe('Asha mentioned you')
  expect(whyText({ ...assigned, kind: 'REVIEW_ASKED', reason: 'REVIEW', actorName: 'Asha' })).toBe('by Asha')
})

test('only a reminder of a record has a next step, and only a notification that a user set to done can be restored', () => {
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

test('every kind of notification has its own text for one and for many', () => {
  const one = notificationKinds.map((kind) => whatText({ ...notification, kind }))
  const many = [...deadlineKindNames, ...happeningKindNames].map((kind) =>
    whatText({ ...notification, ...without, kind, count: 30 }),
  )
  // The kinds for documents of all modules share their texts.
  const alike = deadlineKindNames.filter((kind) => kind.endsWith('_DOCUMENT_EXPIRES')).length
  expect(new Set([...one, ...many]).size).toBe(one.length + many.length - 2 * (alike - 1))
  expect(many.every((text) => text.includes('30'))).toBe(true)
})
