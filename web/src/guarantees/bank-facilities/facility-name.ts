import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'

/** Path of the page of a bank limit. */
export const facilityPath = ({ id }: Pick<BankFacility, 'id'>) => `/payments/bank-limits/${id}`

/** "State Bank of India, Guarantees of 2026": the server names limits the same way. */
export const facilityText = ({ bank, name }: Pick<BankFacility, 'bank' | 'name'>) =>
  [bank, name].filter(Boolean).join(', ')
