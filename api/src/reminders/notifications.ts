import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { page, pagination } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { deadlineKindNames, deadlineRecords } from './deadlines.ts'

export const about =
  'The notifications of a person: deadlines that come near, and actions of others. Each shows its record as it is now.'

const base = '/common/api/notifications'

/** Actions of users that notify others. */
export const happeningKinds = {
  CONTRACT_GIVEN: { module: 'Contracts', label: 'A tender was given to you' },
  DEPOSIT_GIVEN: { module: 'Contracts', label: 'A deposit was given to you' },
  TASK_GIVEN: { module: 'Project Tasks', label: 'A task was given to you' },
  GENERAL_TASK_GIVEN: { module: 'General Tasks', label: 'A general task was given to you' },
  MENTIONED: { module: null, label: 'You are mentioned in a note' },
  REVIEW_ASKED: { module: 'Project Tasks', label: 'A review is asked for' },
  REVIEW_APPROVED: { module: 'Project Tasks', label: 'The review approved it' },
  REVIEW_REJECTED: { module: 'Project Tasks', label: 'The review rejected it' },
  INSTRUMENT_CLAIMED: { module: 'Contracts', label: 'The bank was asked to pay a guarantee' },
  REFUND_RECEIVED: { module: 'Contracts', label: 'Money of a deposit came back' },
} as const
export type HappeningKind = keyof typeof happeningKinds
export const happeningKindNames = r.namesOf(happeningKinds)

/** Deadlines and happenings, and two counts: DUTIES are the overdue deadlines and those due within a week, FAULTS those that coverage reports wrongly. */
export const notificationKinds = [...deadlineKindNames, ...happeningKindNames, 'DUTIES', 'FAULTS'] as const

export const notificationReasons = [
  'REMINDER',
  'ESCALATION',
  'ASSIGNED',
  'MENTIONED',
  'REVIEW',
  'EVENT',
  'SUMMARY',
] as const
export const notificationLevels = ['INFO', 'DUE', 'CRITICAL'] as const
export const notificationStates = ['UNREAD', 'READ', 'SNOOZED', 'DONE'] as const
export type NotificationState = (typeof notificationStates)[number]

/** Why a notification is done: the user did it, the deadline was done or moved, the record was deleted, or a newer notification replaces it. */
export const doneReasons = ['PERSON', 'RESOLVED', 'MOVED', 'GONE', 'NEWER'] as const

export const notification = z.object({
  id: f.id,
  reason: z.enum(notificationReasons),
  kind: z.enum(notificationKinds),
  level: z.enum(notificationLevels),
  /** The record; null for a notification of several records or of a deleted one. */
  recordType: z.nullable(z.enum(deadlineRecords)),
  recordId: z.nullable(f.id),
  contractId: z.nullable(f.id),
  title: z.nullable(z.string()),
  number: z.nullable(z.string()),
  /** In rupees. */
  amount: z.nullable(f.total),
  dueOn: z.nullable(f.day),
  /** The day by which to act: the due day, or the working day or bank day before or after it. */
  actBy: z.nullable(f.day),
  /** The number of records that it stands for. */
  count: z.int(),
  /** The number of stages of rules that it stands for; more than `count` after missed stages or with several rules. */
  stages: z.int(),
  /** The names of the rules that created it. */
  rules: z.array(z.string()),
  actorName: z.nullable(z.string()),
  state: z.enum(notificationStates),
  snoozedUntil: z.nullable(f.moment),
  doneBecause: z.nullable(z.enum(doneReasons)),
  createdAt: f.moment,
})
export type Notification = z.infer<typeof notification>

/** INBOX: unread, read, or snoozed until a past time. SNOOZED: snoozed until a future time. DONE: done. */
export const notificationBoxes = ['INBOX', 'SNOOZED', 'DONE'] as const
export type NotificationBox = (typeof notificationBoxes)[number]

export const filterNotifications = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary:
    'The caller’s notifications of the modules that they may view. Inbox: critical ones first, then by due day, then newest first; snoozed: by the time at which they return; done: the latest first',
  allow: 'signed-in',
  body: z.strictObject({
    box: z._default(z.enum(notificationBoxes), 'INBOX'),
    pagination: z._default(pagination, { page: 0, size: 50 }),
  }),
  response: page(notification),
})

/** The maximum of the unread count. */
export const mostCounted = 100

export const countNotifications = endpoint({
  method: 'GET',
  path: `${base}/count`,
  summary: 'The number of the caller’s unread notifications, at most 100',
  allow: 'signed-in',
  response: z.object({ unread: z.int() }),
})

/** The longest snooze, in days. */
export const longestSnooze = 366

const change = {
  state: z.enum(notificationStates),
  /** The end of the snooze, for SNOOZED. */
  snoozedUntil: f.optional(f.moment),
}

export const setNotificationState = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Mark a notification of the caller as read, snoozed, done or unread',
  allow: 'signed-in',
  params: f.idParams,
  body: z.strictObject(change),
  response: notification,
})

/** The maximum number of ids in a request. */
export const mostAtOnce = 200

export const setNotificationStates = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Mark several notifications of the caller at once: the named ones, or all that came until a moment',
  allow: 'signed-in',
  body: z.strictObject({
    ...change,
    ids: f.optional(z.array(f.id).check(z.maxLength(mostAtOnce, { error: 'must be at most {max}' }))),
    until: f.optional(f.moment),
  }),
  response: z.object({ changed: z.int() }),
})
