import { entity } from '../kernel/entity.ts'

/** Notes, which are shown on the page of their record. */
export const notes = entity({
  module: 'Contracts',
  audited: { notes: 'Note' },
})
