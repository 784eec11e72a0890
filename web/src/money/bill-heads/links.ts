import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** Only the entry that creates a head names its agreement; every other entry leads to the list. */
function pathOfHead(_: string, { changes }: AuditEntry): string {
  const id = changes['agreement_id']
  return typeof id === 'string' ? `/payments/agreements/${id}/heads` : '/payments/agreements'
}

export const links: SliceLinks = {
  audited: {
    bill_heads: {
      module: 'Payments',
      path: pathOfHead,
      fields: lateFields(
        lateScript(() => import('@plinth/api/money/bill-heads')),
        ({ agreedHead, agreedHeadLabels }) => ({ labels: agreedHeadLabels, kinds: kindsOf(agreedHead) }),
      ),
    },
  },
}
