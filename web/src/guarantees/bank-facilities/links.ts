import { bankFacilities } from '@plinth/api/guarantees/bank-facilities.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(bankFacilities, { wire: () => import('@plinth/api/guarantees/bank-facilities') }),
]
