import { entity } from '../kernel/entity.ts'

/** Exemptions from deposits. */
export const depositExemptions = entity({
  module: 'Contracts',
  path: '/contracts/exemptions',
  audited: { deposit_exemptions: 'Exemption from a deposit' },
})
