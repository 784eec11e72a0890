import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  screens: [
    {
      to: '/contracts/instruments/complete',
      label: t('Complete the register of instruments'),
      module: 'Contracts',
      can: 'canCreate',
    },
  ],
}
