import { entity } from '../kernel/entity.ts'

/** Liens on deposit receipts, which are shown on the page of their guarantee. */
export const instrumentLiens = entity({
  module: 'Contracts',
  path: '/contracts/instruments',
  audited: { instrument_liens: { label: 'Lien on a deposit receipt', parent: 'guarantee_id' } },
})
