import { refundRequests } from '@plinth/api/deposits/refund-requests.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(refundRequests, { wire: () => import('@plinth/api/deposits/refund-requests') }),
]
