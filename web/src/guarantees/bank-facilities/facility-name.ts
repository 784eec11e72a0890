import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'

/** Where a bank limit is looked at. */
export const facilityPath = ({ id }: Pick<BankFacility, 'id'>) => `/payments/bank-limits/${id}`

/** State Bank of India, Guarantees of 2026: what the server calls a limit, too. */
export const facilityText = ({ bank, name }: Pick<BankFacility, 'bank' | 'name'>) =>
  [bank, name].filter(Boolean).join(', ')
