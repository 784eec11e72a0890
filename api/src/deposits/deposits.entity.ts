import { entity } from '../kernel/entity.ts'

/** Security deposits. */
export const deposits = entity({
  module: 'Contracts',
  lists: ['deposits', 'deposit-register'],
  audited: { security_deposits: 'Security deposit' },
})
