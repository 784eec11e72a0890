import { instrumentEvents } from '@plinth/api/guarantees/instrument-events.entity'
import { instrumentLiens } from '@plinth/api/guarantees/instrument-liens.entity'
import { instruments } from '@plinth/api/guarantees/instruments.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(instruments, { wire: () => import('@plinth/api/guarantees/instruments') }),
  linksOf(instrumentEvents, { wire: () => import('@plinth/api/guarantees/instrument-events') }),
  linksOf(instrumentLiens, { wire: () => import('@plinth/api/guarantees/instrument-liens') }),
  {
    screens: [
      {
        to: '/contracts/instruments/complete',
        label: t('Complete the register of instruments'),
        module: 'Contracts',
        can: 'canCreate',
      },
    ],
  },
]
