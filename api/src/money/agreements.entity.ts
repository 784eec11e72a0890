import { entity } from '../kernel/entity.ts'

export const agreements = entity({
  module: 'Payments',
  path: '/payments/agreements',
  title: 'Agreements',
  create: 'New agreement',
  lists: ['agreements'],
  found: 'agreements',
  audited: { agreements: 'Agreement' },
})
