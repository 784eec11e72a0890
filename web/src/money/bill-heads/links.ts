import { billHeads } from '@plinth/api/money/bill-heads.entity'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

/** Only the entry that creates a head contains its agreement; all other entries link to the list. */
function pathOfHead(_: string, { changes }: AuditEntry): string {
  const id = changes['agreement_id']
  return typeof id === 'string' ? `/payments/agreements/${id}/heads` : '/payments/agreements'
}

export const links: SliceLinks[] = [
  linksOf(billHeads, { wire: () => import('@plinth/api/money/bill-heads'), pathOf: { bill_heads: pathOfHead } }),
]
