import { entity } from '../kernel/entity.ts'

/** Limits of banks. */
export const bankFacilities = entity({
  module: 'Payments',
  path: '/payments/bank-limits',
  title: 'Bank limits',
  create: 'New bank limit',
  lists: ['bank-facilities'],
  audited: { bank_facilities: 'Limit of a bank' },
})
