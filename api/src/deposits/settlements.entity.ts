import { entity } from '../kernel/entity.ts'

/** Settlements of deposits. */
export const settlements = entity({
  module: 'Contracts',
  audited: { deposit_settlements: 'Settlement of a deposit' },
})
