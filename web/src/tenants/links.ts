import { kindsOf } from '@plinth/api/kernel/kinds'
import { filterTenants, tenant, tenantLabels } from '@plinth/api/tenants'
import { few } from '../app/record-search.ts'
import type { SliceLinks } from '../app/slice-links.ts'
import { call } from '../lib/call.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/tenants/create', label: t('New tenant'), module: 'Tenants' }],
  search: {
    title: t('Tenants'),
    path: '/admin/tenants',
    call: filterTenants,
    async find(typed, signal) {
      const { content } = await call(filterTenants, { body: { name: typed, ...few } }, { signal })
      return content.map(({ id, name, subdomain, status }) => ({ id, label: name, detail: subdomain, status }))
    },
  },
  audited: {
    tenants: { module: 'Tenants', path: (id) => `/admin/tenants/${id}`, labels: tenantLabels, kinds: kindsOf(tenant) },
  },
}
