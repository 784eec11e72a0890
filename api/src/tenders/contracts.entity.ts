import { entity } from '../kernel/entity.ts'

/** Contracts. */
export const contracts = entity({
  module: 'Contracts',
  path: '/contracts',
  title: 'Contracts',
  listPath: '/contracts/list',
  listTitle: 'All contracts',
  create: 'New contract',
  lists: ['contracts'],
  found: 'contracts',
  audited: { contracts: 'Contract' },
})
