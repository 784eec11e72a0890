import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/reminders/rules', label: t('Rules of reminders'), module: 'Reminders', can: 'canView' }],
  beginnings: [{ to: '/reminders/rules/create', label: t('New rule of reminders'), module: 'Reminders' }],
  audited: {
    reminder_rules: {
      module: 'Reminders',
      path: (id) => `/reminders/rules/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/reminders/reminder-rules')),
        ({ reminderRule, reminderRuleLabels }) => ({ labels: reminderRuleLabels, kinds: kindsOf(reminderRule) }),
      ),
    },
  },
}
