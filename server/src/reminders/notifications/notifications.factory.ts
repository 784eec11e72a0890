import { filterNotifications, type Notification, type NotificationBox } from '@plinth/api/reminders/notifications'
import type { Door } from '../../kernel/db/tenancy.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { plan } from '../reminder-rules/planning.queries.ts'
import { type Sent, send } from './happenings.queries.ts'

interface Served {
  door: Door
}

/** Makes the reminders of a company, of a day where one is given. */
export const planned = ({ door }: Served, company: { id: string }, day?: string) =>
  door.inTenant(company.id, null, (db) => plan(db, day))

/** Tells what happened in a company; undefined where that is being done at this moment. */
export const sent = ({ door }: Served, company: { id: string }): Promise<Sent | undefined> =>
  door.inTenant(company.id, null, (db) => send(db))

/** What lies in a person's box. */
export const notificationsOf = async (by: Client, box: NotificationBox = 'INBOX'): Promise<Notification[]> =>
  (await by.ok(filterNotifications, { body: { box, pagination: { page: 0, size: 100 } } })).content

export const testInputs: TestInputs = {
  bodies: {
    setNotificationState: () => ({ state: 'READ' }),
    setNotificationStates: () => ({ state: 'READ', ids: [] }),
  },
}
