import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  audited: {
    schedule_items: {
      module: 'Payments',
      // Of which agreement it is stands in the entry of its making only.
      path: (id) => `/payments/schedule-items/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/works/schedule-items')),
        // A rate is in rupees, and has more decimals than an amount.
        ({ scheduleItem, scheduleItemLabels }) => ({ labels: scheduleItemLabels, kinds: kindsOf(scheduleItem) }),
      ),
    },
  },
}
