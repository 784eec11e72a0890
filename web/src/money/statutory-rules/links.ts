import { statutoryRules } from '@plinth/api/money/statutory-rules.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(statutoryRules, { wire: () => import('@plinth/api/money/statutory-rules') }),
  { open: [{ to: '/payments/rules', label: t('Rules of law and practice'), only: 'signed-in' }] },
]
