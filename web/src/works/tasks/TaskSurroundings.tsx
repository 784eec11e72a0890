import { Anchor } from '@mantine/core'
import { getProject } from '@plinth/api/works/projects'
import { getTaskBranch, listTaskStatusHistory, type Task } from '@plinth/api/works/tasks'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Side } from '../../ui/form/RecordSides.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { SubTasks } from './SubTasks.tsx'
import { taskLabel } from './task-tree.ts'

// Loaded later: the form of a new task has neither, and would otherwise load their scripts.
const DocumentPanel = lazyPart(() => import('../../documents/documents/DocumentPanel.tsx'), 'DocumentPanel')
const NotePanel = lazyPart(() => import('../../documents/notes/NotePanel.tsx'), 'NotePanel')

/** The project and the tasks above a task, from the top down. */
export function TaskPath({ task: { id, projectId } }: { task: Task }) {
  const maySeeProject = useCan(getProject)
  const { data: project } = useRecord(getProject, { params: { id: projectId }, enabled: maySeeProject })
  const { data: branch = [] } = useRecord(getTaskBranch, { params: { id } })
  const steps = [
    ...(project ? [{ to: `/projects/${projectId}`, name: project.projectName }] : []),
    ...branch.slice(0, -1).map((task) => ({ to: `/project-tasks/${task.id}`, name: taskLabel(task) })),
  ]
  return (
    <nav aria-label={t('Above this task')}>
      {steps.map(({ to, name }, at) => (
        <span key={to}>
          {at > 0 && <span aria-hidden> › </span>}
          <Anchor component={Link} to={to} title={name} inherit underline="always">
            {name}
          </Anchor>
        </span>
      ))}
    </nav>
  )
}

/** The sections below a task in its view. */
export function TaskRelated({ task }: { task: Task }) {
  return (
    <>
      <Side id="sub-tasks">
        <SubTasks task={task} />
      </Side>
      <Side id="papers">
        <DocumentPanel entityType="TASK" entityId={task.id} />
      </Side>
      <Side id="notes">
        <NotePanel recordType="TASK" recordId={task.id} />
      </Side>
      <Side id="history">
        <RecordHistory record={task} statuses={listTaskStatusHistory} />
      </Side>
    </>
  )
}
