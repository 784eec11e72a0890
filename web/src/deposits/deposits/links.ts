import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** A deposit is told by its contract, which stands in the entry of its making only; else the register finds it. */
function depositPath(id: string, { recordName, changes }: AuditEntry): string {
  const contractId = changes['contract_id']
  if (typeof contractId === 'string') return `/contracts/${contractId}/security-deposit/${id}/view`
  const number = recordName?.split(' ').at(-1) ?? ''
  return `/contracts/deposit-register?${new URLSearchParams({ instrumentNo: number })}`
}

export const links: SliceLinks = {
  screens: [
    { to: '/contracts/contract-deposit', label: t('Contract deposits'), module: 'Contracts', can: 'canView' },
    { to: '/contracts/deposit-register', label: t('Deposit register'), module: 'Contracts', can: 'canView' },
  ],
  audited: {
    deposit_settlements: {
      module: 'Contracts',
      path: depositPath,
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/settlements')),
        ({ settlement, settlementLabels }) => ({ labels: settlementLabels, kinds: kindsOf(settlement) }),
      ),
    },
    security_deposits: {
      module: 'Contracts',
      path: depositPath,
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/deposits')),
        ({ deposit, depositLabels }) => ({ labels: depositLabels, kinds: kindsOf(deposit) }),
      ),
    },
  },
}
