import { entity } from '../kernel/entity.ts'

/** Events of instruments, which are shown on the page of their instrument. */
export const instrumentEvents = entity({
  module: 'Contracts',
  path: '/contracts/instruments',
  audited: { instrument_events: { label: 'Event of an instrument', parent: 'instrument_id' } },
})
