import { entity } from '../kernel/entity.ts'

/** The deposits of contracts. */
export const contractDeposits = entity({
  module: 'Contracts',
  lists: ['contract-deposits'],
})
