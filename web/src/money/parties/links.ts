import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** A GSTIN and an account are told by their party, which stands in the entry of their making only; else the list has it. */
function partOfParty(_: string, { changes }: AuditEntry): string {
  const id = changes['party_id']
  return typeof id === 'string' ? `/payments/parties/${id}` : '/payments/parties'
}

const wire = lateScript(() => import('@plinth/api/money/parties'))

export const links: SliceLinks = {
  screens: [{ to: '/payments/parties', label: t('Parties'), module: 'Payments', can: 'canView' }],
  beginnings: [{ to: '/payments/parties/create', label: t('New party'), module: 'Payments' }],
  search: { kind: 'parties', title: t('Parties'), path: '/payments/parties' },
  audited: {
    parties: {
      module: 'Payments',
      path: (id) => `/payments/parties/${id}`,
      fields: lateFields(wire, ({ party, partyLabels }) => ({ labels: partyLabels, kinds: kindsOf(party) })),
    },
    party_gstins: {
      module: 'Payments',
      path: partOfParty,
      fields: lateFields(wire, ({ partyGstin, gstinLabels }) => ({ labels: gstinLabels, kinds: kindsOf(partyGstin) })),
    },
    party_banks: {
      module: 'Payments',
      path: partOfParty,
      fields: lateFields(wire, ({ partyBank, bankLabels }) => ({ labels: bankLabels, kinds: kindsOf(partyBank) })),
    },
  },
}
