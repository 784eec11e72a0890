import type { Agreement } from '@plinth/api/money/agreements'

/** Where the schedule of an agreement is entered and read. */
export const schedulePath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}/schedule`
