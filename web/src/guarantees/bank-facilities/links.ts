import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/payments/bank-limits', label: t('Bank limits'), module: 'Payments', can: 'canView' }],
  beginnings: [{ to: '/payments/bank-limits/create', label: t('New bank limit'), module: 'Payments' }],
  audited: {
    bank_facilities: {
      module: 'Payments',
      path: (id) => `/payments/bank-limits/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/guarantees/bank-facilities')),
        ({ bankFacility, bankFacilityLabels }) => ({ labels: bankFacilityLabels, kinds: kindsOf(bankFacility) }),
      ),
    },
  },
}
