import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  {
    screens: [{ to: '/payments/guarantees', label: t('Guarantee planner'), module: 'Payments', can: 'canView' }],
  },
]
