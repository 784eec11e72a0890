import { Skeleton } from '@mantine/core'
import { createTask, getTask, type Task, updateTask } from '@plinth/api/tasks'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { t } from '../lib/language.ts'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { TaskFields } from './TaskFields.tsx'
import { mayHaveSubTasks, taskLabel } from './task-tree.ts'

// A form has none of these.
const TaskReview = lazy(() => import('./TaskReview.tsx').then((module) => ({ default: module.TaskReview })))
const TaskPath = lazy(() => import('./TaskSurroundings.tsx').then((module) => ({ default: module.TaskPath })))
const TaskRelated = lazy(() => import('./TaskSurroundings.tsx').then((module) => ({ default: module.TaskRelated })))

const texts = {
  loadFailed: t('Failed to fetch task'),
  saveFailed: t('Failed to save task. Please try again.'),
  created: t('Task created successfully!'),
  updated: t('Task updated successfully!'),
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
      {t('Add sub-task')}
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
      context={(task) =>
        task && (
          <Suspense fallback={' '}>
            <TaskPath task={task} />
          </Suspense>
        )
      }
      actions={addSubTask}
      beside={(task) => (
        <Suspense fallback={<Skeleton height={200} mb="sm" />}>
          <TaskReview task={task} />
        </Suspense>
      )}
      related={(task) => (
        <Suspense>
          <TaskRelated task={task} />
        </Suspense>
      )}
    >
      <TaskFields />
    </FormScreen>
  )
}
