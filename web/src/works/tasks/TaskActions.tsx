import { deleteTask, maxTaskLevelMessage, type TaskNode } from '@plinth/api/works/tasks'
import { t, translated } from '../../lib/language.ts'
import { ActionButton, ActionGroup, ActionLink, DeleteAction, glyph, glyphs } from '../../ui/shell/RowActions.tsx'
import { mayHaveSubTasks } from './task-tree.ts'

const subTaskGlyph = glyph(
  'M6 9l6 0M4 5l4 0M6 5v11a1 1 0 0 0 1 1h5M12 8a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1l0 -2M12 16a1 1 0 0 1 1 -1h6a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1l0 -2',
)

function AddSubTask({ task }: { task: TaskNode }) {
  const { id, projectId, title } = task
  const label = t('Add sub-task to {title}', { title })
  if (mayHaveSubTasks(task))
    return (
      <ActionLink label={label} to="/project-tasks/create" search={{ projectId, parentId: id }} icon={subTaskGlyph} />
    )
  return <ActionButton label={label} icon={subTaskGlyph} title={translated(maxTaskLevelMessage)} disabled data-bare />
}

/** The permissions and callbacks of all rows, passed once instead of computed in each row. */
export interface May {
  mayCreate: boolean
  mayEdit: boolean
  onMove: (task: TaskNode) => void
}

/** The actions on a task in its row. */
export function TaskActions({ task, mayCreate, mayEdit, onMove }: May & { task: TaskNode }) {
  const { id, title } = task
  const remove = {
    endpoint: deleteTask,
    params: { id },
    confirm: t('Are you sure you want to delete this task?'),
  }
  return (
    <ActionGroup>
      {mayCreate && <AddSubTask task={task} />}
      {mayEdit && (
        <>
          <ActionButton label={t('Move {task}', { task: title })} icon={glyphs.move} onClick={() => onMove(task)} />
          <ActionLink label={t('Edit {name}', { name: title })} to={`/project-tasks/${id}/edit`} icon={glyphs.edit} />
        </>
      )}
      <DeleteAction name={title} remove={remove} />
    </ActionGroup>
  )
}
