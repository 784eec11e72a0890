import { entity } from '../kernel/entity.ts'

/** Reminder rules. */
export const reminderRules = entity({
  module: 'Reminders',
  path: '/reminders/rules',
  title: 'Rules of reminders',
  create: 'New rule of reminders',
  audited: { reminder_rules: 'Rule of reminders' },
})
