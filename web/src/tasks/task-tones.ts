import type { TaskStatus } from '@plinth/api/tasks'
import type { Tone } from '../ui/StatusBadge.tsx'

export const taskTones: Record<TaskStatus, Tone> = {
  DRAFT: 'neutral',
  PLANNED: 'neutral',
  ASSIGNED: 'progress',
  INITIATED: 'progress',
  IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  REOPENED: 'warning',
  UNDER_REVIEW: 'progress',
  COMPLETED: 'good',
  APPROVED: 'good',
  REJECTED: 'bad',
  TERMINATED: 'bad',
  CANCELLED: 'neutral',
}
