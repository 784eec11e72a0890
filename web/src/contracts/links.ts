import { contract, contractLabels, filterContracts } from '@plinth/api/contracts'
import { kindsOf } from '@plinth/api/kernel/kinds'
import { either, few } from '../app/record-search.ts'
import type { SliceLinks } from '../app/slice-links.ts'
import { call } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/list', label: t('All contracts'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/create', label: t('New contract'), module: 'Contracts' }],
  search: {
    title: t('Contracts'),
    path: '/contracts',
    call: filterContracts,
    async find(typed, signal) {
      const by = async (filter: object) =>
        (await call(filterContracts, { body: { ...filter, ...few } }, { signal })).content
      const found = await either(by({ contractName: typed }), by({ bidId: typed }))
      return found.map(({ id, contractName, bidId, status }) => ({
        id,
        label: contractName ?? bidId ?? words(status),
        detail: bidId,
        status: words(status),
      }))
    },
  },
  audited: {
    contracts: {
      module: 'Contracts',
      path: (id) => `/contracts/${id}`,
      labels: contractLabels,
      kinds: kindsOf(contract),
    },
  },
}
