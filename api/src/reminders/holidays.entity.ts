import { entity } from '../kernel/entity.ts'

/** Holidays. */
export const holidays = entity({
  module: 'Reminders',
  listPath: '/reminders/holidays',
  title: 'Holidays',
  audited: { holidays: 'Holiday' },
})
