import { kindsOf } from '@plinth/api/kernel/kinds'
import { tenant, tenantLabels } from '@plinth/api/tenants'
import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/tenants/create', label: t('New tenant'), module: 'Tenants' }],
  search: { kind: 'tenants', title: t('Tenants'), path: '/admin/tenants' },
  audited: {
    tenants: { module: 'Tenants', path: (id) => `/admin/tenants/${id}`, labels: tenantLabels, kinds: kindsOf(tenant) },
  },
}
