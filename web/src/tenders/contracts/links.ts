import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/list', label: t('All contracts'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/create', label: t('New contract'), module: 'Contracts' }],
  search: { kind: 'contracts', title: t('Contracts'), path: '/contracts' },
  audited: {
    contracts: {
      module: 'Contracts',
      path: (id) => `/contracts/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/tenders/contracts')),
        ({ contract, contractLabels }) => ({ labels: contractLabels, kinds: kindsOf(contract) }),
      ),
    },
  },
}
