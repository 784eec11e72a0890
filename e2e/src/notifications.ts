import { openBeside } from '@plinth/server/commands/installation'
import { readConfig } from '@plinth/server/kernel/config/config'
import {
  type NewNotification,
  planReminders,
  storeNotifications,
} from '@plinth/server/reminders/notifications/notifications.factory'
import { expect, inject } from 'vitest'
import { timeoutMs } from './browser.ts'

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
      storeNotifications({ door }, { id: companyId }, userId, notifications),
    close: () => door.close(),
  }
}
