import { Anchor, Skeleton } from '@mantine/core'
import { getProject } from '@plinth/api/projects'
import { createTask, getTask, getTaskBranch, listTaskStatusHistory, type Task, updateTask } from '@plinth/api/tasks'
import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DocumentPanel } from '../documents/DocumentPanel.tsx'
import { useCan } from '../lib/session.ts'
import { useRecord } from '../lib/useRecord.ts'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { TaskFields } from './TaskFields.tsx'
import { mayHaveSubTasks, taskLabel } from './task-tree.ts'

// A form has none of these.
const TaskReview = lazy(() => import('./TaskReview.tsx').then((module) => ({ default: module.TaskReview })))
const SubTasks = lazy(() => import('./TaskReview.tsx').then((module) => ({ default: module.SubTasks })))
const StatusHistory = lazy(() =>
  import('../ui/RecordHistory.tsx').then((module) => ({ default: module.StatusHistory })),
)
const RecordFacts = lazy(() => import('../ui/RecordHistory.tsx').then((module) => ({ default: module.RecordFacts })))

const texts = {
  loadFailed: 'Failed to fetch task',
  saveFailed: 'Failed to save task. Please try again.',
  created: 'Task created successfully!',
  updated: 'Task updated successfully!',
}

const fresh = { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false } as const

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const addSubTask = (task: Task) =>
  mayHaveSubTasks(task) && (
    <LinkButton
      variant="default"
      to="/project-tasks/create"
      search={{ projectId: task.projectId, parentId: task.id }}
      call={createTask}
    >
      Add sub-task
    </LinkButton>
  )

export function TaskForm() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const projectId = given(search['projectId'])
  const parentId = given(search['parentId'])
  return (
    <FormScreen
      noun="task"
      load={getTask}
      create={createTask}
      update={updateTask}
      blank={{ ...fresh, ...(projectId && { projectId }), ...(projectId && parentId && { parentId }) }}
      listPath="/project-tasks/list"
      nameOf={taskLabel}
      texts={texts}
      context={(task) => task && <Above task={task} />}
      actions={addSubTask}
      beside={(task) => (
        <Suspense fallback={<Skeleton height={200} mb="sm" />}>
          <TaskReview task={task} />
        </Suspense>
      )}
      related={(task) => <Related task={task} />}
    >
      <TaskFields />
    </FormScreen>
  )
}

/** The project and the tasks above a task, from the top down. */
function Above({ task: { id, projectId } }: { task: Task }) {
  const maySeeProject = useCan(getProject)
  const { data: project } = useRecord(getProject, { params: { id: projectId }, enabled: maySeeProject })
  const { data: branch = [] } = useRecord(getTaskBranch, { params: { id } })
  const steps = [
    ...(project ? [{ to: `/projects/${projectId}`, name: project.projectName }] : []),
    ...branch.slice(0, -1).map((task) => ({ to: `/project-tasks/${task.id}`, name: taskLabel(task) })),
  ]
  return (
    <nav aria-label="Above this task">
      {steps.length === 0 && ' '}
      {steps.map(({ to, name }, at) => (
        <span key={to}>
          {at > 0 && <span aria-hidden> › </span>}
          <Anchor component={Link} to={to} inherit underline="always">
            {name}
          </Anchor>
        </span>
      ))}
    </nav>
  )
}

function Related({ task }: { task: Task }) {
  return (
    <>
      <Suspense>
        <SubTasks task={task} />
      </Suspense>
      <DocumentPanel entityType="TASK" entityId={task.id} />
      <Suspense>
        <StatusHistory source={useRecord(listTaskStatusHistory)} />
        <RecordFacts record={task} />
      </Suspense>
    </>
  )
}
