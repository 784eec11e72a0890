import { contracts } from '@plinth/api/tenders/contracts.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(contracts, { wire: () => import('@plinth/api/tenders/contracts') })]
