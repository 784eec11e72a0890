import type { Agreement } from '@plinth/api/money/agreements'

/** The address of an agreement's schedule. */
export const schedulePath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}/schedule`
