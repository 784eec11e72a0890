import { agreements } from '@plinth/api/money/agreements.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(agreements, { wire: () => import('@plinth/api/money/agreements') })]
