import type { Agreement } from '@plinth/api/money/agreements'

/** The address of the screen for the bill heads of an agreement. */
export const headsPath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}/heads`
