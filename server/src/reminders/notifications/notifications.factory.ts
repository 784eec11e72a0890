import { filterNotifications, type Notification, type NotificationBox } from '@plinth/api/reminders/notifications'
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

/** The notifications in a box of the user. */
export const notificationsOf = async (by: Client, box: NotificationBox = 'INBOX'): Promise<Notification[]> =>
  (await by.ok(filterNotifications, { body: { box, pagination: { page: 0, size: 100 } } })).content

export const testInputs: TestInputs = {
  bodies: {
    setNotificationState: () => ({ state: 'READ' }),
    setNotificationStates: () => ({ state: 'READ', ids: [] }),
  },
}
