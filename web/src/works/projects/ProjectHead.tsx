import { type Project, updateProject } from '@plinth/api/works/projects'
import { createTask, getTask } from '@plinth/api/works/tasks'
import { today } from '../../lib/days.ts'
import { counted, dash, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { RecordHead } from '../../ui/record/RecordHead.tsx'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { ProjectStatusCell } from './ProjectStatus.tsx'
import { shareOf } from './project-findings.ts'
import { dueDayOf, isOver, nextOfProject, type ProjectStep } from './project-next.ts'

function figuresOf({ rollup, projectBidValue }: Project) {
  const [share] = rollup ? shareOf(rollup.actualAmount, rollup.estimatedAmount, 'estimate') : []
  return [
    {
      label: t('Progress'),
      value: rollup ? roundPercent(rollup.progress) : dash,
      note: rollup ? t('{tasks} at the top', { tasks: counted(rollup.tasks, 'task') }) : undefined,
    },
    { label: t('Bid value'), value: rupees(projectBidValue) },
    {
      label: t('Spent, with tax'),
      value: rupees(rollup?.actualAmount),
      note: share?.text,
      isAlarm: share?.isOver ?? false,
    },
  ]
}

/** The head of a project, on its page and beside a list. */
export function ProjectHead({ project }: { project: Project }) {
  const may = { edit: useCan(updateProject), plan: useCan(createTask), see: useCan(getTask) }
  const step = nextOfProject(project, may, today())
  // A project that is over is not shown as late.
  const due = isOver(project) ? undefined : dueOf({ due: dueDayOf(project), ended: project.rollup?.actualEndDate })
  return (
    <RecordHead
      number={project.contractBidId ?? project.contractBidNo}
      status={<ProjectStatusCell {...project} />}
      due={due}
      figures={figuresOf(project)}
      watch={<Watch recordType="PROJECT" recordId={project.id} />}
      next={step ? <Next step={step} project={project} /> : null}
    />
  )
}

function Next({ step, project }: { step: ProjectStep; project: Project }) {
  const search = { projectId: project.id }
  switch (step) {
    case 'PLAN_TASKS':
      return (
        <LinkButton to="/project-tasks/create" search={search}>
          {t('Plan its tasks')}
        </LinkButton>
      )
    case 'SEE_LATE':
      return (
        <LinkButton to="/project-tasks/list" search={{ ...search, quickFilters: ['OVERDUE'] }}>
          {t('See what is late')}
        </LinkButton>
      )
    case 'START':
      return <SetStatus project={project} status="IN_PROGRESS" label={t('Set it in progress')} />
    case 'COMPLETE':
      return <SetStatus project={project} status="COMPLETED" label={t('Set it completed')} />
  }
}

interface BecomeProps {
  project: Project
  status: Project['status']
  label: string
}

function SetStatus({ project, status, label }: BecomeProps) {
  const { id, projectName } = project
  return (
    <StatusStep
      name={projectName}
      record={project}
      endpoint={updateProject}
      params={{ id }}
      status={status}
      label={label}
    />
  )
}
