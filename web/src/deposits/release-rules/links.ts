import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/release-rules', label: t('Rules of release'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/release-rules/create', label: t('New rule of release'), module: 'Contracts' }],
  audited: {
    release_rules: {
      module: 'Contracts',
      path: (id) => `/contracts/release-rules/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/release-rules')),
        ({ releaseRule, releaseRuleLabels }) => ({ labels: releaseRuleLabels, kinds: kindsOf(releaseRule) }),
      ),
    },
    deposit_settings: {
      module: 'Contracts',
      path: () => '/contracts/release-rules',
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/deposit-settings')),
        ({ depositSettingLabels, depositSettings }) => ({
          labels: depositSettingLabels,
          kinds: kindsOf(depositSettings),
        }),
      ),
    },
  },
}
