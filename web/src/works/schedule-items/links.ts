import { scheduleItems } from '@plinth/api/works/schedule-items.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(scheduleItems, { wire: () => import('@plinth/api/works/schedule-items') })]
