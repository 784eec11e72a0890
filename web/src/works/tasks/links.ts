import { tasks } from '@plinth/api/works/tasks.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(tasks, { wire: () => import('@plinth/api/works/tasks') })]
