import { createReminderRule, listReminderRules } from '@plinth/api/reminders/reminder-rules'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/reminders/rules',
    '/reminders/rules/create',
    '/reminders/rules/:reminderRule',
    '/reminders/rules/:reminderRule/edit',
  ],
  async find({ owner }) {
    return { reminderRule: (await owner.ok(listReminderRules, {}))[0]?.id }
  },
  async make({ owner }, name) {
    const body = { name, kind: 'TASK_DUE' as const, steps: [3, 0], tells: ['OWNER' as const], isActive: false }
    return { reminderRule: (await owner.ok(createReminderRule, { body })).id }
  },
  shown: ['/reminders/rules', '/reminders/rules/:reminderRule'],
  entered: ['/reminders/rules/create', '/reminders/rules/:reminderRule/edit'],
}
