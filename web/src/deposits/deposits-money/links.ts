import { depositsMoney } from '@plinth/api/deposits/deposits-money.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(depositsMoney)]
