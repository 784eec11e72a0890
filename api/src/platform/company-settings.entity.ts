import { entity } from '../kernel/entity.ts'

/** A company's days of work. */
export const companySettings = entity({
  module: 'Reminders',
  listPath: '/reminders/holidays',
  audited: { company_settings: 'Days of work' },
})
