import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** Events and liens stand on the page of an instrument, which the entry of their making alone tells; else the register has it. */
const pathFrom = (column: string) =>
  function path(_: string, { changes }: AuditEntry): string {
    const id = changes[column]
    return typeof id === 'string' ? `/contracts/instruments/${id}` : '/contracts/instruments'
  }

export const links: SliceLinks = {
  screens: [
    { to: '/contracts/instruments', label: t('Instruments'), module: 'Contracts', can: 'canView' },
    {
      to: '/contracts/instruments/complete',
      label: t('Complete the register of instruments'),
      module: 'Contracts',
      can: 'canCreate',
    },
  ],
  beginnings: [{ to: '/contracts/instruments/create', label: t('New instrument'), module: 'Contracts' }],
  search: {
    kind: 'instruments',
    title: t('Instruments'),
    path: '/contracts/instruments',
  },
  audited: {
    instruments: {
      module: 'Contracts',
      path: (id) => `/contracts/instruments/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/guarantees/instruments')),
        ({ instrument, instrumentColumnLabels }) => ({ labels: instrumentColumnLabels, kinds: kindsOf(instrument) }),
      ),
    },
    instrument_events: {
      module: 'Contracts',
      path: pathFrom('instrument_id'),
      fields: lateFields(
        lateScript(() => import('@plinth/api/guarantees/instrument-events')),
        ({ eventLabels, instrumentEvent }) => ({ labels: eventLabels, kinds: kindsOf(instrumentEvent) }),
      ),
    },
    instrument_liens: {
      module: 'Contracts',
      path: pathFrom('guarantee_id'),
      fields: lateFields(
        lateScript(() => import('@plinth/api/guarantees/instrument-liens')),
        ({ instrumentLien, lienLabels }) => ({ labels: lienLabels, kinds: kindsOf(instrumentLien) }),
      ),
    },
  },
}
