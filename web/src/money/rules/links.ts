import { rules } from '@plinth/api/money/rules.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(rules, { wire: () => import('@plinth/api/money/rules') }),
  { open: [{ to: '/payments/rules', label: t('Rules of law and practice'), only: 'signed-in' }] },
]
