import { Anchor, Progress } from '@mantine/core'
import type { Task } from '@plinth/api/tasks'
import { IconAlertTriangle, IconDiamond } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dayText, decimal, percent, rupees, words } from '../lib/format.ts'
import { LevelMark } from '../ui/LevelMark.tsx'
import classes from './TaskCells.module.css'
import { amountOf } from './task-amounts.ts'

export function TaskTitle({ id, hierarchyPath, title, isMilestone }: Task) {
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

export function TaskPriority({ priority }: Pick<Task, 'priority'>) {
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
export function TaskEstimate({ estimatedQuantity, units, estimatedRate, taxPercentage }: Task) {
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

export function TaskDates({ givenStartDate, givenEndDate }: Task) {
  return (
    <div className={classes['dates']}>
      <span>{dayText(givenStartDate)}</span>
      <span className={classes['to']}> to </span>
      <span>{dayText(givenEndDate)}</span>
    </div>
  )
}

const barColor = 'light-dark(var(--mantine-color-petrol-8), var(--mantine-color-petrol-4))'

export function TaskProgress({ progress, title }: Task) {
  return (
    <div className={classes['progress']}>
      <span>{percent(progress)}</span>
      <Progress value={progress} size="sm" color={barColor} aria-label={`Progress of ${title}`} />
    </div>
  )
}
