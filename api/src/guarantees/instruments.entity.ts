import { entity } from '../kernel/entity.ts'

/** Instruments. */
export const instruments = entity({
  module: 'Contracts',
  path: '/contracts/instruments',
  title: 'Instruments',
  create: 'New instrument',
  lists: ['instruments'],
  found: 'instruments',
  audited: { instruments: 'Instrument' },
})
