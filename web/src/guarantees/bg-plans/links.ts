import { bgPlans } from '@plinth/api/guarantees/bg-plans.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(bgPlans, { wire: () => import('@plinth/api/guarantees/bg-plans') })]
