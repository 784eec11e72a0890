import { type Project, type ProjectStatus, projectStatuses, updateProject } from '@plinth/api/works/projects'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'

const tones: Record<ProjectStatus, Tone> = {
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

export const ProjectBadge = ({ status }: Pick<Project, 'status'>) => <StatusBadge status={status} tones={tones} />

/** The status of a project, which users who may edit projects can change there. */
export const ProjectStatusCell = (project: Project) => (
  <StatusChoice
    name={project.projectName}
    record={project}
    statuses={projectStatuses}
    endpoint={updateProject}
    params={{ id: project.id }}
  >
    <ProjectBadge status={project.status} />
  </StatusChoice>
)
