import { entity } from '../kernel/entity.ts'

/** Waived deadlines. */
export const deadlines = entity({
  module: 'Reminders',
  listPath: '/reminders',
  audited: { obligation_marks: 'Waived duty' },
})
