import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** Terms stand on the page of their contract, which the entry of their making alone tells; else the list has it by its name. */
function contractPath(_: string, { recordName, changes }: AuditEntry): string {
  const id = changes['contract_id']
  if (typeof id === 'string') return `/contracts/${id}`
  return `/contracts/list?${new URLSearchParams({ contractName: recordName ?? '' })}`
}

export const links: SliceLinks = {
  audited: {
    contract_terms: {
      module: 'Contracts',
      path: contractPath,
      fields: lateFields(
        lateScript(() => import('@plinth/api/tenders/contract-terms')),
        ({ contractTerms, termLabels }) => ({ labels: termLabels, kinds: kindsOf(contractTerms) }),
      ),
    },
  },
}
