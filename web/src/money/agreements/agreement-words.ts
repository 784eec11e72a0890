import type { Agreement } from '@plinth/api/money/agreements'

/** Where an agreement is looked at. */
export const agreementPath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}`

/** What an agreement is called: its number and the work. */
export const agreementName = ({ number, name }: Pick<Agreement, 'number' | 'name'>) => `${number}, ${name}`
