import { entity } from '../kernel/entity.ts'

/** Planned guarantees. */
export const bgPlans = entity({
  module: 'Payments',
  path: '/payments/guarantee-plans',
  title: 'Planned guarantees',
  create: 'New planned guarantee',
  lists: ['bg-plans'],
  audited: { bg_plans: 'Planned guarantee' },
})
