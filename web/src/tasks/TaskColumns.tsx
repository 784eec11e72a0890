import { ActionIcon, Anchor, VisuallyHidden } from '@mantine/core'
import {
  createTask,
  deleteTask,
  maxTaskLevelMessage,
  type Task,
  type TaskNode,
  type TaskStatus,
  updateTask,
} from '@plinth/api/tasks'
import { IconAlertTriangle, IconArrowMoveRight, IconDiamond, IconSubtask } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../lib/format.ts'
import { useCan } from '../lib/session.ts'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'
import { LevelMark, type TreeColumn } from '../ui/TreeGridRow.tsx'
import { scheduleOf, todayInIndia } from './gantt-scale.ts'
import classes from './TaskColumns.module.css'
import { Editable, type Judged, TaskActual, TaskDates, TaskEstimate, TaskProgress, Unset } from './TaskFigures.tsx'
import { overrunOf } from './task-amounts.ts'
import { mayHaveSubTasks } from './task-tree.ts'

const tones: Record<TaskStatus, Tone> = {
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

export function taskColumns(nameOf: (id: string) => string, onMove: (task: TaskNode) => void): TreeColumn<TaskNode>[] {
  const today = todayInIndia()
  const judged = (Cell: (props: Judged) => ReactNode) => (task: TaskNode) => (
    <Cell task={task} over={overrunOf(task, scheduleOf(task, today))} />
  )
  return [
    { name: 'title', label: 'Number and title', width: 'minmax(11rem, 1fr)', show: TaskTitle },
    {
      name: 'status',
      label: 'Status and assignee',
      width: '7.75rem',
      show: (task) => <TaskStanding task={task} nameOf={nameOf} />,
    },
    { name: 'estimate', label: 'Estimate with tax', width: '9rem', align: 'right', show: TaskEstimate },
    { name: 'actual', label: 'Actual with tax', width: '8.5rem', align: 'right', show: judged(TaskActual) },
    { name: 'dates', label: 'Given dates', width: '7.25rem', show: judged(TaskDates) },
    { name: 'progress', label: 'Progress and effort', width: '7rem', show: judged(TaskProgress) },
    {
      name: 'actions',
      label: 'Actions',
      width: '8.75rem',
      align: 'right',
      show: (task) => <TaskActions task={task} onMove={onMove} />,
    },
  ]
}

function TaskTitle({ id, hierarchyPath, title, isMilestone, priority }: Task) {
  const pressing = priority === 'URGENT' || priority === 'BLOCKER'
  return (
    <div className={classes['title']}>
      <LevelMark>{hierarchyPath}</LevelMark>
      <span className={classes['name']}>
        <Anchor component={Link} to={`/project-tasks/${id}`} inherit c="inherit">
          {title}
        </Anchor>
        {isMilestone && <IconDiamond size={14} role="img" aria-label="Milestone" className={classes['milestone']} />}{' '}
        {priority !== null && (
          <span className={classes['priority']} data-over={pressing || undefined}>
            {pressing ? <IconAlertTriangle size={13} aria-hidden /> : <span aria-hidden>· </span>}
            <VisuallyHidden>Priority: </VisuallyHidden>
            {words(priority)}
          </span>
        )}
      </span>
    </div>
  )
}

function TaskStanding({ task, nameOf }: { task: Task; nameOf: (id: string) => string }) {
  const { status, assignedTo } = task
  return (
    <div className={classes['stack']}>
      <Editable task={task} name="status" does="Change status">
        <StatusBadge status={status} tones={tones} />
      </Editable>
      <Editable task={task} name="assignedTo" does="Change assignee">
        {assignedTo === null ? <Unset>Assign</Unset> : <span className={classes['small']}>{nameOf(assignedTo)}</span>}
      </Editable>
    </div>
  )
}

function AddSubTask({ task }: { task: TaskNode }) {
  const { id, projectId, title } = task
  const label = `Add sub-task to ${title}`
  if (mayHaveSubTasks(task))
    return (
      <ActionLink label={label} to="/project-tasks/create" search={{ projectId, parentId: id }} icon={IconSubtask} />
    )
  return (
    <ActionIcon variant="transparent" aria-label={label} bg="transparent" title={maxTaskLevelMessage} disabled>
      <IconSubtask size={17} stroke={1.7} />
    </ActionIcon>
  )
}

function TaskActions({ task, onMove }: { task: TaskNode; onMove: (task: TaskNode) => void }) {
  const mayCreate = useCan(createTask)
  const mayEdit = useCan(updateTask)
  const { id, title } = task
  const remove = {
    endpoint: deleteTask,
    params: { id },
    confirm: 'Are you sure you want to delete this task?',
  }
  return (
    <RowActions name={title} edit={{ to: `/project-tasks/${id}/edit`, call: updateTask }} remove={remove}>
      {mayCreate && <AddSubTask task={task} />}
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move ${title}`}
          title={`Move ${title}`}
          onClick={() => onMove(task)}
        >
          <IconArrowMoveRight size={17} stroke={1.7} />
        </ActionIcon>
      )}
    </RowActions>
  )
}
