import { offices } from '@plinth/api/tenders/offices.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(offices, { wire: () => import('@plinth/api/tenders/offices') })]
