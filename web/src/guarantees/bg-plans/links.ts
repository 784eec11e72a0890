import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/payments/guarantee-plans', label: t('Planned guarantees'), module: 'Payments', can: 'canView' }],
  beginnings: [{ to: '/payments/guarantee-plans/create', label: t('New planned guarantee'), module: 'Payments' }],
  audited: {
    bg_plans: {
      module: 'Payments',
      path: (id) => `/payments/guarantee-plans/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/guarantees/bg-plans')),
        ({ bgPlan, bgPlanLabels }) => ({ labels: bgPlanLabels, kinds: kindsOf(bgPlan) }),
      ),
    },
  },
}
