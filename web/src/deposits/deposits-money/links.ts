import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/money', label: t('Money with departments'), module: 'Contracts', can: 'canView' }],
}
