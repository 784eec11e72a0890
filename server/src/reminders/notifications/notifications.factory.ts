import { randomUUID } from 'node:crypto'
import { filterNotifications, type Notification, type NotificationBox } from '@plinth/api/reminders/notifications'
import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { plan } from '../reminder-rules/planning.queries.ts'
import { type Sent, send } from './happenings.queries.ts'

interface WithDoor {
  door: Door
}

/** Plans the reminders of a company, as of today or the given day. */
export const planReminders = ({ door }: WithDoor, company: { id: string }, day?: string) =>
  door.inTenant(company.id, null, (db) => plan(db, day))

/** Sends notifications of the happenings of a company; undefined if another call is doing so. */
export const sendHappenings = ({ door }: WithDoor, company: { id: string }): Promise<Sent | undefined> =>
  door.inTenant(company.id, null, (db) => send(db))

/** A notification as it is stored. */
export interface NewNotification {
  reason?: 'ASSIGNED' | 'MENTIONED' | 'REMINDER' | 'SUMMARY'
  kind?: string
  level?: 'INFO' | 'DUE' | 'CRITICAL'
  recordType?: string
  recordId?: string
  dueOn?: string
  count?: number
  actorId?: string
  state?: 'READ' | 'DONE'
  doneBecause?: 'RESOLVED' | 'MOVED' | 'GONE' | 'NEWER'
}

/** Stores notifications of a user; the default is a general task assigned to them. */
export function storeNotifications(
  { door }: WithDoor,
  company: { id: string },
  userId: string,
  notifications: readonly NewNotification[],
) {
  const rows = notifications.map(
    ({ reason = 'ASSIGNED', kind = 'GENERAL_TASK_GIVEN', level = 'INFO', count = 1, state = 'UNREAD', ...of }) =>
      sql`(${userId}, ${reason}, ${kind}, ${level}, ${of.recordType ?? null}, ${of.recordId ?? null},
        ${of.dueOn ?? null}, ${count}, ${of.actorId ?? null}, ${state}, ${of.doneBecause ?? null}, ${randomUUID()})`,
  )
  return door.inTenant(company.id, null, (db) =>
    sql`insert into notifications (user_id, reason, kind, level, record_type, record_id, due_on, count, actor_id, state,
        done_because, told_key)
      values ${sql.join(rows)}`.execute(db),
  )
}

/** The notifications in a box of the user. */
export const notificationsOf = async (by: Client, box: NotificationBox = 'INBOX'): Promise<Notification[]> =>
  (await by.ok(filterNotifications, { body: { box, pagination: { page: 0, size: 100 } } })).content

export const testInputs: TestInputs = {
  bodies: {
    setNotificationState: () => ({ state: 'READ' }),
    setNotificationStates: () => ({ state: 'READ', ids: [] }),
  },
}
