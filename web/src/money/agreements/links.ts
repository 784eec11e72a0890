import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/payments/agreements', label: t('Agreements'), module: 'Payments', can: 'canView' }],
  beginnings: [{ to: '/payments/agreements/create', label: t('New agreement'), module: 'Payments' }],
  search: { kind: 'agreements', title: t('Agreements'), path: '/payments/agreements' },
  audited: {
    agreements: {
      module: 'Payments',
      path: (id) => `/payments/agreements/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/money/agreements')),
        ({ agreement, agreementColumnLabels }) => ({ labels: agreementColumnLabels, kinds: kindsOf(agreement) }),
      ),
    },
  },
}
