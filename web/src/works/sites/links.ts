import { sites } from '@plinth/api/works/sites.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(sites, { wire: () => import('@plinth/api/works/sites') })]
