import { tenants } from '@plinth/api/access/tenants.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(tenants, { wire: () => import('@plinth/api/access/tenants') })]
