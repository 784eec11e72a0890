import { entity } from '../kernel/entity.ts'

/** Letterheads. */
export const letterheads = entity({
  module: 'Contracts',
  listPath: '/contracts/letter-templates',
  audited: { letterheads: 'Letterhead' },
})
