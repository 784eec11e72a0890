import { randomUUID } from 'node:crypto'
import { openBeside } from '@plinth/server/commands/installation'
import { readConfig } from '@plinth/server/kernel/config/config'
import { planReminders } from '@plinth/server/reminders/notifications/notifications.factory'
import { expect, inject } from 'vitest'
import { timeoutMs } from './browser.ts'

/** A notification as it is stored. */
interface NewNotification {
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

/**
 * Writes notifications and reminders of a company directly, beside the running server, which plans each company only once an
 * hour.
 */
export async function openNotifications(companyId: string) {
  const door = await openBeside(readConfig({ DATA_DIR: inject('dataDir') }))
  return {
    /** Makes the reminders of today. */
    remind: () =>
      expect.poll(() => planReminders({ door }, { id: companyId }), { timeout: timeoutMs }).not.toBe(undefined),
    /** Stores notifications for a user; the default is a general task assigned to them. */
    send: (userId: string, ...notifications: NewNotification[]) =>
      door.inTenant(companyId, null, (db) =>
        db
          .insertInto('notifications')
          .values(
            notifications.map((notification) => ({
              user_id: userId,
              reason: notification.reason ?? 'ASSIGNED',
              kind: notification.kind ?? 'GENERAL_TASK_GIVEN',
              level: notification.level ?? 'INFO',
              record_type: notification.recordType ?? null,
              record_id: notification.recordId ?? null,
              due_on: notification.dueOn ?? null,
              count: notification.count ?? 1,
              actor_id: notification.actorId ?? null,
              state: notification.state ?? 'UNREAD',
              done_because: notification.doneBecause ?? null,
              told_key: randomUUID(),
            })),
          )
          .execute(),
      ),
    close: () => door.close(),
  }
}
