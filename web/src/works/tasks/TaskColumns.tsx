import { getTask, type Task, type TaskNode } from '@plinth/api/works/tasks'
import { IconAlertTriangle, IconDiamond } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { LevelMark, type TreeColumn } from '../../ui/tree/TreeGridRow.tsx'
import { overrunOf, scheduleOf, todayNumber } from './gantt-scale.ts'
import { type May, TaskActions } from './TaskActions.tsx'
import classes from './TaskColumns.module.css'
import {
  Editable,
  type OverrunCellProps,
  TaskActual,
  TaskDates,
  TaskEstimate,
  TaskProgress,
  Unset,
} from './TaskFigures.tsx'
import { taskTones } from './task-choices.ts'

export function taskColumns(nameOf: (id: string) => string, may: May): TreeColumn<TaskNode>[] {
  const { mayEdit } = may
  const today = todayNumber()
  const withOverrun = (Cell: (props: OverrunCellProps) => ReactNode) => (task: TaskNode) => (
    <Cell task={task} over={overrunOf(task, scheduleOf(task, today))} mayEdit={mayEdit} />
  )
  return [
    { name: 'title', label: t('Number and title'), width: 'minmax(11rem, 1fr)', show: TaskTitle },
    {
      name: 'status',
      label: t('Status and assignee'),
      width: '7.75rem',
      show: (task) => <TaskStanding task={task} nameOf={nameOf} mayEdit={mayEdit} />,
    },
    { name: 'estimate', label: t('Estimate with tax'), width: '9rem', align: 'right', show: TaskEstimate },
    { name: 'actual', label: t('Actual with tax'), width: '8.5rem', align: 'right', show: withOverrun(TaskActual) },
    { name: 'dates', label: t('Given dates'), width: '7.25rem', show: withOverrun(TaskDates) },
    { name: 'progress', label: t('Progress and effort'), width: '7rem', show: withOverrun(TaskProgress) },
    {
      name: 'actions',
      label: t('Actions'),
      width: '8.75rem',
      align: 'right',
      screenOnly: true,
      show: (task) => <TaskActions task={task} {...may} />,
    },
  ]
}

// Loaded later: not used where the table has room.
const SiteCard = lazyPart(() => import('./SiteCard.tsx'), 'SiteCard', {
  waiting: <div className={classes['awaited']} />,
})

/** The columns on a phone: the title, and a card with the state of the task and its other columns folded away. */
export function taskCards(nameOf: (id: string) => string, may: May): TreeColumn<TaskNode>[] {
  const [title, ...others] = taskColumns(nameOf, may)
  const site = (task: TaskNode) => (
    <SiteCard task={task}>
      {others.map(({ name, label, show }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{show(task)}</dd>
        </div>
      ))}
    </SiteCard>
  )
  return [...(title ? [title] : []), { name: 'site', label: t('How it stands'), width: '1fr', show: site }]
}

function TaskTitle({ id, hierarchyPath, title, isMilestone, priority }: Task) {
  const isUrgent = priority === 'URGENT' || priority === 'BLOCKER'
  const mayOpen = useCan(getTask)
  return (
    <div className={classes['title']}>
      <LevelMark>{hierarchyPath}</LevelMark>
      <span className={classes['name']}>
        {mayOpen ? <RowLink to={`/project-tasks/${id}`}>{title}</RowLink> : title}
        {isMilestone && (
          <IconDiamond size={14} role="img" aria-label={t('Milestone')} className={classes['milestone']} />
        )}{' '}
        {priority !== null && (
          <span className={`hint ${classes['priority']}`} data-over={isUrgent || undefined}>
            {isUrgent ? <IconAlertTriangle size={13} aria-hidden /> : <span aria-hidden>· </span>}
            <span className="spoken">{t('Priority:')} </span>
            {words(priority)}
          </span>
        )}
      </span>
    </div>
  )
}

type Standing = { task: Task; nameOf: (id: string) => string; mayEdit: boolean }

function TaskStanding({ task, nameOf, mayEdit }: Standing) {
  const { status, assignedTo: who } = task
  return (
    <div className={classes['stack']}>
      <Editable task={task} may={mayEdit} name="status" does={t('Change status of {title}', { title: task.title })}>
        <StatusBadge status={status} tones={taskTones} />
      </Editable>
      <Editable
        task={task}
        may={mayEdit}
        name="assignedTo"
        does={t('Change assignee of {title}', { title: task.title })}
      >
        {who === null ? <Unset>{t('Assign')}</Unset> : <span className={classes['small']}>{nameOf(who)}</span>}
      </Editable>
    </div>
  )
}
