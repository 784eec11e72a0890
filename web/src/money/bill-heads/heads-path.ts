import type { Agreement } from '@plinth/api/money/agreements'

/** Where the heads of the bills of an agreement are entered and tried. */
export const headsPath = ({ id }: Pick<Agreement, 'id'>) => `/payments/agreements/${id}/heads`
