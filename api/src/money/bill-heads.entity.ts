import { entity } from '../kernel/entity.ts'

/** Recoveries and additions of agreements. */
export const billHeads = entity({
  module: 'Payments',
  audited: { bill_heads: 'Bill head' },
})
