import { entity } from '../kernel/entity.ts'

/** Documents, which are shown on the page of their record. */
export const documents = entity({
  module: 'Contracts',
  audited: { documents: 'Document' },
})
