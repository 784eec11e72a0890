import { entity } from '../kernel/entity.ts'

/** Items of schedules. */
export const scheduleItems = entity({
  module: 'Payments',
  path: '/payments/schedule-items',
  audited: { schedule_items: 'Schedule item' },
})
