import { createTask, getTask, type Task, updateTask } from '@plinth/api/tasks'
import { useSearch } from '@tanstack/react-router'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { TaskFields } from './TaskFields.tsx'
import { mayHaveSubTasks, taskLabel } from './task-tree.ts'

const texts = {
  loadFailed: 'Failed to fetch task',
  saveFailed: 'Failed to save task. Please try again.',
  created: 'Task created successfully!',
  updated: 'Task updated successfully!',
}

const fresh = { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false } as const

const given = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export function TaskForm() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const projectId = given(search['projectId'])
  const parentId = given(search['parentId'])
  const actions = (task: Task) =>
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
      actions={actions}
    >
      <TaskFields />
    </FormScreen>
  )
}
