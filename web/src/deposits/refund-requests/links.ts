import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t, translated } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'
import { requestPath } from './request-path.ts'

/** A deposit of a request is told by that, which stands in the entry of its making only; else the list has it. */
function itemPath(_: string, { changes }: AuditEntry): string {
  const id = changes['request_id']
  return typeof id === 'string' ? requestPath({ id }) : '/contracts/refund-requests'
}

export const links: SliceLinks = {
  screens: [{ to: '/contracts/refund-requests', label: t('Refund requests'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/refund-requests/create', label: t('New refund request'), module: 'Contracts' }],
  audited: {
    refund_requests: {
      module: 'Contracts',
      path: (id) => requestPath({ id }),
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/refund-requests')),
        ({ refundRequest, refundRequestLabels }) => ({ labels: refundRequestLabels, kinds: kindsOf(refundRequest) }),
      ),
    },
    refund_request_items: {
      module: 'Contracts',
      path: itemPath,
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/refund-requests')),
        ({ requestedDeposit }) => ({ labels: { amount: translated('Amount') }, kinds: kindsOf(requestedDeposit) }),
      ),
    },
  },
}
