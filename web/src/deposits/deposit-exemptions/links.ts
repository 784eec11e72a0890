import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  audited: {
    deposit_exemptions: {
      module: 'Contracts',
      path: (id) => `/contracts/exemptions/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/deposits/deposit-exemptions')),
        ({ depositExemption, exemptionLabels }) => ({ labels: exemptionLabels, kinds: kindsOf(depositExemption) }),
      ),
    },
  },
}
