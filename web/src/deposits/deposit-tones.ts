import type { DepositStatus } from '@plinth/api/deposits'
import type { Tone } from '../ui/StatusBadge.tsx'

export const depositTones: Record<DepositStatus, Tone> = {
  SUBMITTED: 'progress',
  RETURNED: 'good',
  PENDING: 'warning',
  DRAFT: 'neutral',
  PENDING_RELEASE: 'warning',
  RELEASED: 'good',
  PENDING_REFUND: 'warning',
  REFUNDED: 'good',
  FORFEITED: 'bad',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
}
