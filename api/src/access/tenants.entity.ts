import { entity } from '../kernel/entity.ts'

/** The companies of an installation. */
export const tenants = entity({
  module: 'Tenants',
  path: '/admin/tenants',
  title: 'Tenants',
  create: 'New tenant',
  lists: ['tenants'],
  found: 'tenants',
  audited: { tenants: 'Company' },
})
