import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  open: [{ to: '/payments/rules', label: t('Rules of law and practice'), only: 'signed-in' }],
  audited: {
    company_rules: {
      module: 'GST',
      path: () => '/payments/rules',
      fields: lateFields(
        lateScript(() => import('@plinth/api/money/rules')),
        ({ rule, ruleLabels }) => ({ labels: ruleLabels, kinds: kindsOf(rule) }),
      ),
    },
    rule_confirmations: { module: 'GST', path: () => '/payments/rules' },
  },
}
