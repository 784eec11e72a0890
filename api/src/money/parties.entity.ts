import { entity } from '../kernel/entity.ts'

export const parties = entity({
  module: 'Payments',
  path: '/payments/parties',
  title: 'Parties',
  create: 'New party',
  lists: ['parties'],
  found: 'parties',
  audited: {
    parties: 'Party',
    party_gstins: { label: 'GSTIN of a party', parent: 'party_id' },
    party_banks: { label: 'Bank account of a party', parent: 'party_id' },
  },
})
