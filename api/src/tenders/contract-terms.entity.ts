import { entity } from '../kernel/entity.ts'

/** The terms of contracts. */
export const contractTerms = entity({
  module: 'Contracts',
  audited: { contract_terms: 'Terms of a contract' },
})
