import { modules } from '@plinth/api/access/modules.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(modules)]
