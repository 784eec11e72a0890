import type { ProjectStatus } from '@plinth/api/projects'
import type { Tone } from '../ui/StatusBadge.tsx'

export const projectTones: Record<ProjectStatus, Tone> = {
  DRAFT: 'neutral',
  PLANNED: 'neutral',
  INITIATED: 'progress',
  IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  UNDER_REVIEW: 'warning',
  COMPLETED: 'good',
  TERMINATED: 'bad',
  CANCELLED: 'neutral',
}
