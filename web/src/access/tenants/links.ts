import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/tenants/create', label: t('New tenant'), module: 'Tenants' }],
  search: { kind: 'tenants', title: t('Tenants'), path: '/admin/tenants' },
  audited: {
    tenants: {
      module: 'Tenants',
      path: (id) => `/admin/tenants/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/access/tenants')),
        ({ tenant, tenantLabels }) => ({ labels: tenantLabels, kinds: kindsOf(tenant) }),
      ),
    },
  },
}
