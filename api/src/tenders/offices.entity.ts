import { entity } from '../kernel/entity.ts'

/** Offices of departments. */
export const offices = entity({
  module: 'Contracts',
  path: '/contracts/offices',
  title: 'Offices',
  create: 'New office',
  lists: ['offices'],
  found: 'offices',
  audited: { offices: 'Office' },
})
