import { createTenant, filterTenants } from '@plinth/api/access/tenants'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  operation: ['/admin/tenants', '/admin/tenants/create', '/admin/tenants/:tenant', '/admin/tenants/:tenant/edit'],
  async find({ founder }) {
    const { content } = await founder.ok(filterTenants, { body: { name: 'Demo Infra' } })
    return { tenant: content[0]?.id }
  },
  lists: [{ path: '/admin/tenants', call: filterTenants, ofOperator: true }],
  patterned: [{ path: '/admin/tenants', name: 'name', filter: 'Name', column: 'Name', ofOperator: true }],
  async make({ founder }, name) {
    return { tenant: (await founder.ok(createTenant, { body: { name } })).id }
  },
  shown: ['/admin/tenants'],
}
