import { projects } from '@plinth/api/works/projects.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(projects, { wire: () => import('@plinth/api/works/projects') })]
