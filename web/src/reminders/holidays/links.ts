import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/reminders/holidays', label: t('Holidays'), module: 'Reminders', can: 'canView' }],
  audited: {
    holidays: {
      module: 'Reminders',
      path: () => '/reminders/holidays',
      fields: lateFields(
        lateScript(() => import('@plinth/api/reminders/holidays')),
        ({ holiday, holidayLabels }) => ({ labels: holidayLabels, kinds: kindsOf(holiday) }),
      ),
    },
    company_settings: {
      module: 'Reminders',
      path: () => '/reminders/holidays',
      fields: lateFields(
        lateScript(() => import('@plinth/api/platform/company-settings')),
        ({ companySettings, companySettingLabels }) => ({
          labels: companySettingLabels,
          kinds: kindsOf(companySettings),
        }),
      ),
    },
  },
}
