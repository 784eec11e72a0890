import { ActionIcon } from '@mantine/core'
import { createTask, deleteTask, maxTaskLevelMessage, type TaskNode, updateTask } from '@plinth/api/tasks'
import { IconArrowMoveRight, IconSubtask } from '@tabler/icons-react'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/session.ts'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { mayHaveSubTasks } from './task-tree.ts'

function AddSubTask({ task }: { task: TaskNode }) {
  const { id, projectId, title } = task
  const label = t('Add sub-task to {title}', { title })
  if (mayHaveSubTasks(task))
    return (
      <ActionLink label={label} to="/project-tasks/create" search={{ projectId, parentId: id }} icon={IconSubtask} />
    )
  return (
    <ActionIcon
      variant="transparent"
      aria-label={label}
      bg="transparent"
      title={translated(maxTaskLevelMessage)}
      disabled
    >
      <IconSubtask size={17} stroke={1.7} />
    </ActionIcon>
  )
}

/** What can be done with a task from its row. */
export function TaskActions({ task, onMove }: { task: TaskNode; onMove: (task: TaskNode) => void }) {
  const mayCreate = useCan(createTask)
  const mayEdit = useCan(updateTask)
  const { id, title } = task
  const move = t('Move {task}', { task: title })
  const remove = {
    endpoint: deleteTask,
    params: { id },
    confirm: t('Are you sure you want to delete this task?'),
  }
  return (
    <RowActions name={title} edit={{ to: `/project-tasks/${id}/edit`, call: updateTask }} remove={remove}>
      {mayCreate && <AddSubTask task={task} />}
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={move} title={move} onClick={() => onMove(task)}>
          <IconArrowMoveRight size={17} stroke={1.7} />
        </ActionIcon>
      )}
    </RowActions>
  )
}
