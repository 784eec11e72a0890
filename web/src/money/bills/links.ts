import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/payments/bills', label: t('Bills'), module: 'Payments', can: 'canView' }],
  beginnings: [{ to: '/payments/bills/create', label: t('New bill'), module: 'Payments' }],
  search: { kind: 'bills', title: t('Bills'), path: '/payments/bills' },
  audited: {
    bills: {
      module: 'Payments',
      path: (id) => `/payments/bills/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/money/bills')),
        ({ listedBill, billColumnLabels }) => ({ labels: billColumnLabels, kinds: kindsOf(listedBill) }),
      ),
    },
  },
}
