import { generalTasks } from '@plinth/api/works/general-tasks.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(generalTasks, { wire: () => import('@plinth/api/works/general-tasks') })]
