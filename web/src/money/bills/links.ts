import { bills } from '@plinth/api/money/bills.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(bills, { wire: () => import('@plinth/api/money/bills') })]
