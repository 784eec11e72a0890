import type { TaskNode } from '@plinth/api/tasks'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { TreeColumn } from '../ui/tree-row.ts'
import { TaskActions } from './TaskActions.tsx'
import { TaskDates, TaskEstimate, TaskPriority, TaskProgress, TaskTitle } from './TaskCells.tsx'
import { taskTones } from './task-tones.ts'

export function taskColumns(nameOf: (id: string) => string, onMove: (task: TaskNode) => void): TreeColumn<TaskNode>[] {
  return [
    { name: 'title', label: 'Number and title', width: 'minmax(12rem, 1fr)', show: TaskTitle },
    {
      name: 'status',
      label: 'Status',
      width: '7.75rem',
      show: ({ status }) => <StatusBadge status={status} tones={taskTones} />,
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
