import { parties } from '@plinth/api/money/parties.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(parties, { wire: () => import('@plinth/api/money/parties') })]
