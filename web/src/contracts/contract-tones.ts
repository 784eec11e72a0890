import type { ContractStatus } from '@plinth/api/contracts'
import type { Tone } from '../ui/StatusBadge.tsx'

export const contractTones: Record<ContractStatus, Tone> = {
  DRAFT: 'neutral',
  SUBMITTED: 'progress',
  AWARDED: 'good',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  CANCELLED: 'neutral',
  WORK_ORDER_ISSUED: 'progress',
  MOBILIZED: 'progress',
  WORK_IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  RESUMED: 'progress',
  COMPLETED: 'good',
  SUBMITTED_FOR_APPROVAL: 'progress',
  APPROVED: 'good',
  PAYMENT_PENDING: 'warning',
  PAYMENT_RECEIVED: 'good',
  CLOSED: 'neutral',
  TERMINATED: 'bad',
  DISPUTE: 'bad',
}
