import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks[] = [
  {
    open: [
      { to: '/', label: t('Home') },
      { to: '/about', label: t('About') },
    ],
  },
]
