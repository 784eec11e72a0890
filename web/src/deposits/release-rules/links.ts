import { depositSettings } from '@plinth/api/deposits/deposit-settings.entity'
import { releaseRules } from '@plinth/api/deposits/release-rules.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(releaseRules, { wire: () => import('@plinth/api/deposits/release-rules') }),
  linksOf(depositSettings, { wire: () => import('@plinth/api/deposits/deposit-settings') }),
]
