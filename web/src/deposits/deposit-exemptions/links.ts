import { depositExemptions } from '@plinth/api/deposits/deposit-exemptions.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(depositExemptions, { wire: () => import('@plinth/api/deposits/deposit-exemptions') }),
]
