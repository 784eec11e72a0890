import { entity } from '../kernel/entity.ts'

/** Uploads of contracts. */
export const contractImports = entity({
  module: 'Contracts',
  audited: { contract_imports: 'Bulk upload' },
})
