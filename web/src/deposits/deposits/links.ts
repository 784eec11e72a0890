import { deposits } from '@plinth/api/deposits/deposits.entity'
import { settlements } from '@plinth/api/deposits/settlements.entity'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

/** A deposit is shown on the page of its contract, which only the entry that creates it names; otherwise the register finds it. */
function depositPath(id: string, { recordName, changes }: AuditEntry): string {
  const contractId = changes['contract_id']
  if (typeof contractId === 'string') return `/contracts/${contractId}/security-deposit/${id}/view`
  const number = recordName?.split(' ').at(-1) ?? ''
  return `/contracts/deposit-register?${new URLSearchParams({ instrumentNo: number })}`
}

export const links: SliceLinks[] = [
  linksOf(settlements, {
    wire: () => import('@plinth/api/deposits/settlements'),
    pathOf: { deposit_settlements: depositPath },
  }),
  linksOf(deposits, {
    wire: () => import('@plinth/api/deposits/deposits'),
    pathOf: { security_deposits: depositPath },
  }),
  {
    screens: [
      { to: '/contracts/contract-deposit', label: t('Contract deposits'), module: 'Contracts', can: 'canView' },
      { to: '/contracts/deposit-register', label: t('Deposit register'), module: 'Contracts', can: 'canView' },
    ],
  },
]
