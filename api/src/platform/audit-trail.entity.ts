import { entity } from '../kernel/entity.ts'

/** The audit trail. */
export const auditTrail = entity({
  module: 'Audit Trail',
  lists: ['audit-trail'],
})
