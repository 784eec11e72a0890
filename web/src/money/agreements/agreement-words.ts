import type { Agreement } from '@plinth/api/money/agreements'

/** The address of an agreement's page. */
export const agreementPath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}`

/** The name of an agreement: its number and the work. */
export const agreementName = ({ number, name }: Pick<Agreement, 'number' | 'name'>) => `${number}, ${name}`
