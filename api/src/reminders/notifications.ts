import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { page, pagination } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { deadlineKindNames, deadlineRecords } from './deadlines.ts'

export const about =
  'The notifications of a person: of deadlines that come near, of what others did for them. Each is one’s own, and says what its record says now.'

const base = '/common/api/notifications'

/** What somebody did that others want to know. */
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

/** Besides deadlines and what happened: how many deadlines are overdue or due within a week, and how many are said to be told and would not be. */
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

/** Said by the person; or what it is about was done, moved or deleted; or a newer notification says it again. */
export const doneReasons = ['PERSON', 'RESOLVED', 'MOVED', 'GONE', 'NEWER'] as const

export const notification = z.object({
  id: f.id,
  reason: z.enum(notificationReasons),
  kind: z.enum(notificationKinds),
  level: z.enum(notificationLevels),
  /** What it is about; null where it stands for many, and of a record that is no longer there. */
  recordType: z.nullable(z.enum(deadlineRecords)),
  recordId: z.nullable(f.id),
  contractId: z.nullable(f.id),
  title: z.nullable(z.string()),
  number: z.nullable(z.string()),
  /** Rupees. */
  amount: z.nullable(f.total),
  dueOn: z.nullable(f.day),
  /** The day, or the working day before or after it, by which somebody has to act. */
  actBy: z.nullable(f.day),
  /** How many it stands for. */
  count: z.int(),
  /** For how many stages of the rules: more than `count` where earlier ones were not told, or several rules tell it. */
  stages: z.int(),
  /** The rules that told it, by name. */
  rules: z.array(z.string()),
  actorName: z.nullable(z.string()),
  state: z.enum(notificationStates),
  snoozedUntil: z.nullable(f.moment),
  doneBecause: z.nullable(z.enum(doneReasons)),
  createdAt: f.moment,
})
export type Notification = z.infer<typeof notification>

/** What is unread or read, or slept on and due again; what sleeps; what is done. */
export const notificationBoxes = ['INBOX', 'SNOOZED', 'DONE'] as const
export type NotificationBox = (typeof notificationBoxes)[number]

export const filterNotifications = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'One’s own notifications, of the modules that one may view, newest first',
  allow: 'signed-in',
  body: z.strictObject({
    box: z._default(z.enum(notificationBoxes), 'INBOX'),
    pagination: z._default(pagination, { page: 0, size: 50 }),
  }),
  response: page(notification),
})

/** No more than that is counted. */
export const mostCounted = 100

export const countNotifications = endpoint({
  method: 'GET',
  path: `${base}/count`,
  summary: 'How many of one’s own notifications are unread, at most 100',
  allow: 'signed-in',
  response: z.object({ unread: z.int() }),
})

/** The furthest that a notification may sleep, in days. */
export const longestSnooze = 366

const change = {
  state: z.enum(notificationStates),
  /** Until when it sleeps, where it does. */
  snoozedUntil: f.optional(f.moment),
}

export const setNotificationState = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Read a notification of one’s own, put it off, say that it is done, or take that back',
  allow: 'signed-in',
  params: f.idParams,
  body: z.strictObject(change),
  response: notification,
})

/** The most notifications that are changed at once by name. */
export const mostAtOnce = 200

export const setNotificationStates = endpoint({
  method: 'PUT',
  path: base,
  summary:
    'The same of several notifications at once: of those that are named, or of all that were told until a moment',
  allow: 'signed-in',
  body: z.strictObject({
    ...change,
    ids: f.optional(z.array(f.id).check(z.maxLength(mostAtOnce, { error: 'must be at most {max}' }))),
    until: f.optional(f.moment),
  }),
  response: z.object({ changed: z.int() }),
})
