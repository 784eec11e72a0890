import { entity } from '../kernel/entity.ts'

export const bills = entity({
  module: 'Payments',
  path: '/payments/bills',
  title: 'Bills',
  create: 'New bill',
  lists: ['bills'],
  found: 'bills',
  audited: { bills: 'Bill' },
})
