import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  {
    screens: [
      { to: '/contracts/bulk-upload', label: t('Bulk upload of contracts'), module: 'Contracts', can: 'canCreate' },
      { to: '/contracts/deposit-upload', label: t('Upload of deposits'), module: 'Contracts', can: 'canCreate' },
    ],
  },
]
