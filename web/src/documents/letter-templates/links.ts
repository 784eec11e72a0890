import { letterTemplates } from '@plinth/api/documents/letter-templates.entity'
import { letterheads } from '@plinth/api/documents/letterheads.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(letterTemplates, { wire: () => import('@plinth/api/documents/letter-templates') }),
  linksOf(letterheads, { wire: () => import('@plinth/api/documents/letterheads') }),
]
