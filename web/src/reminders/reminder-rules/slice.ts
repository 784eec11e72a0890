import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ReminderRules.tsx'), 'ReminderRules'), '/reminders/rules'],
    [
      screenPart(() => import('./ReminderRuleForm.tsx'), 'ReminderRuleForm'),
      '/reminders/rules/create',
      '/reminders/rules/$id',
      '/reminders/rules/$id/edit',
    ],
  ],
}
