import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { contractTerms } from '@plinth/api/tenders/contract-terms.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

/** Terms are shown on the page of their contract, which only the entry that creates them names; otherwise the list finds it by its name. */
function contractPath(_: string, { recordName, changes }: AuditEntry): string {
  const id = changes['contract_id']
  if (typeof id === 'string') return `/contracts/${id}`
  return `/contracts/list?${new URLSearchParams({ contractName: recordName ?? '' })}`
}

export const links: SliceLinks[] = [
  linksOf(contractTerms, {
    wire: () => import('@plinth/api/tenders/contract-terms'),
    pathOf: { contract_terms: contractPath },
  }),
]
