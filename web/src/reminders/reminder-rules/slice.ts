import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ReminderRules.tsx'), 'ReminderRules'), '/reminders/rules'],
    [
      lazyScreen(() => import('./ReminderRuleForm.tsx'), 'ReminderRuleForm'),
      '/reminders/rules/create',
      '/reminders/rules/$id',
      '/reminders/rules/$id/edit',
    ],
  ],
}
