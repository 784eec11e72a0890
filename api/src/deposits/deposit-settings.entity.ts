import { entity } from '../kernel/entity.ts'

/** A company's settings of deposits. */
export const depositSettings = entity({
  module: 'Contracts',
  listPath: '/contracts/release-rules',
  audited: { deposit_settings: 'Settings of deposits' },
})
