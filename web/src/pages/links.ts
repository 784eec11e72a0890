import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const pageLinks: SliceLinks = {
  open: [
    { to: '/', label: t('Home') },
    { to: '/about', label: t('About') },
  ],
}
