import { entity } from '../kernel/entity.ts'

/** Running bills. */
export const bills = entity({
  module: 'Payments',
  path: '/payments/bills',
  title: 'Bills',
  create: 'New bill',
  lists: ['bills'],
  found: 'bills',
  audited: { bills: 'Bill' },
})
