import { ActionIcon, Anchor, Progress, Tooltip } from '@mantine/core'
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
import { dayText, decimal, percent, rupees, words } from '../lib/format.ts'
import { useCan } from '../lib/session.ts'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'
import { LevelMark, type TreeColumn } from '../ui/TreeGridRow.tsx'
import classes from './TaskColumns.module.css'
import { amountOf } from './task-amounts.ts'
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
  return [
    { name: 'title', label: 'Number and title', width: 'minmax(12rem, 1fr)', show: TaskTitle },
    {
      name: 'status',
      label: 'Status',
      width: '7.75rem',
      show: ({ status }) => <StatusBadge status={status} tones={tones} />,
    },
    { name: 'priority', label: 'Priority', width: '5.25rem', show: TaskPriority },
    {
      name: 'assignee',
      label: 'Assigned to',
      width: '6.25rem',
      show: ({ assignedTo }) => (assignedTo === null ? null : nameOf(assignedTo)),
    },
    { name: 'estimate', label: 'Estimate with tax', width: '9.5rem', align: 'right', show: TaskEstimate },
    {
      name: 'dates',
      label: 'Given dates',
      width: '6.5rem',
      show: (task) => (task.givenStartDate === null && task.givenEndDate === null ? null : <TaskDates {...task} />),
    },
    { name: 'progress', label: 'Progress', width: '5rem', show: TaskProgress },
    {
      name: 'actions',
      label: 'Actions',
      width: '10.5rem',
      align: 'right',
      show: (task) => <TaskActions task={task} onMove={onMove} />,
    },
  ]
}

function TaskTitle({ id, hierarchyPath, title, isMilestone }: Task) {
  return (
    <div className={classes['title']}>
      <LevelMark>{hierarchyPath}</LevelMark>
      <span className={classes['name']}>
        <Anchor component={Link} to={`/project-tasks/${id}`} inherit c="inherit">
          {title}
        </Anchor>
        {isMilestone && <IconDiamond size={14} role="img" aria-label="Milestone" className={classes['milestone']} />}
      </span>
    </div>
  )
}

function TaskPriority({ priority }: Pick<Task, 'priority'>) {
  if (priority === null) return null
  const pressing = priority === 'URGENT' || priority === 'BLOCKER'
  return (
    <span className={classes['priority']} data-pressing={pressing || undefined}>
      {pressing && <IconAlertTriangle size={14} aria-hidden />}
      {words(priority)}
    </span>
  )
}

/** What the task is estimated at, over how that came about. */
function TaskEstimate({ estimatedQuantity, units, estimatedRate, taxPercentage }: Task) {
  const amount = amountOf(estimatedQuantity, estimatedRate, taxPercentage)
  const quantity = estimatedQuantity === null ? null : `${decimal(estimatedQuantity)}${units ? ` ${units}` : ''}`
  const rate = estimatedRate === null ? null : rupees(estimatedRate)
  return (
    <>
      {amount !== null && <div className={classes['amount']}>{rupees(amount)}</div>}
      {(quantity ?? rate) && (
        <div className={classes['small']}>{quantity && rate ? `${quantity} × ${rate}` : (quantity ?? rate)}</div>
      )}
    </>
  )
}

function TaskDates({ givenStartDate, givenEndDate }: Task) {
  return (
    <div className={classes['dates']}>
      <span>{dayText(givenStartDate)}</span>
      <span className={classes['to']}> to </span>
      <span>{dayText(givenEndDate)}</span>
    </div>
  )
}

const barColor = 'light-dark(var(--mantine-color-petrol-8), var(--mantine-color-petrol-4))'

function TaskProgress({ progress, title }: Task) {
  return (
    <div className={classes['progress']}>
      <span>{percent(progress)}</span>
      <Progress value={progress} size="sm" color={barColor} aria-label={`Progress of ${title}`} />
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
    <ActionIcon variant="transparent" aria-label={label} title={maxTaskLevelMessage} disabled>
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
    <RowActions
      name={title}
      view={`/project-tasks/${id}`}
      edit={{ to: `/project-tasks/${id}/edit`, call: updateTask }}
      remove={remove}
    >
      {mayCreate && <AddSubTask task={task} />}
      {mayEdit && (
        <Tooltip label={`Move ${title}`}>
          <ActionIcon variant="subtle" color="gray" aria-label={`Move ${title}`} onClick={() => onMove(task)}>
            <IconArrowMoveRight size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
    </RowActions>
  )
}
