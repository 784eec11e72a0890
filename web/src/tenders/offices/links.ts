import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/offices', label: t('Offices'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/offices/create', label: t('New office'), module: 'Contracts' }],
  search: {
    kind: 'offices',
    title: t('Offices'),
    path: '/contracts/offices',
  },
  audited: {
    offices: {
      module: 'Contracts',
      path: (id) => `/contracts/offices/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/tenders/offices')),
        ({ office, officeLabels }) => ({ labels: officeLabels, kinds: kindsOf(office) }),
      ),
    },
  },
}
