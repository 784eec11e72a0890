import { type Task, type TaskNode, updateTask } from '@plinth/api/works/tasks'
import { IconChevronDown, IconClockUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { counted, decimal, percent, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import buttonClasses from '../../ui/form/SiteButton.module.css'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { PhotoButton, useMayPhotograph } from './PhotoButton.tsx'
import classes from './SiteCard.module.css'
import { doneOf } from './site-standing.ts'
import { taskTones } from './task-choices.ts'
import { dueText } from './task-due.ts'
import { useStanding } from './useStanding.ts'

const SiteSheet = lazyDialog(() => import('./SiteSheet.tsx'), 'SiteSheet')

/** The figure that shows the progress of the work: the quantity, else the amount in rupees. */
export function figureOf(task: Task): string | null {
  const { units, rollup, actualAmount, estimatedAmount } = task
  if (rollup)
    return rollup.estimatedAmount > 0
      ? t('{actual} of {estimate}', { actual: rupees(rollup.actualAmount), estimate: rupees(rollup.estimatedAmount) })
      : null
  const { done, estimate } = doneOf(task)
  if (estimate !== null || done > 0) {
    const withUnits = (value: number) => [decimal(value), units].filter(Boolean).join(' ')
    return estimate === null
      ? withUnits(done)
      : t('{actual} of {estimate}', { actual: decimal(done), estimate: withUnits(estimate) })
  }
  return estimatedAmount === null
    ? null
    : t('{actual} of {estimate}', { actual: rupees(actualAmount ?? 0), estimate: rupees(estimatedAmount) })
}

export function SiteFacts({ task, count }: { task: Task; count: number }) {
  const { detail, isAlarm } = dueText(task)
  const progress = task.rollup ? task.rollup.progress : task.progress
  const figure = figureOf(task)
  return (
    <div className={classes['facts']}>
      <span className={classes['line']}>
        <StatusBadge status={task.status} tones={taskTones} />
        <span className={isAlarm ? 'alarm' : undefined}>{detail}</span>
      </span>
      <span className={classes['line']}>
        <progress max={100} value={progress} aria-label={t('Progress of {title}', { title: task.title })} />
        <b>{task.rollup ? roundPercent(progress) : percent(progress)}</b>
        {figure && <span className={classes['figure']}>{figure}</span>}
      </span>
      {count > 0 && (
        <span className={classes['waits']}>
          <IconClockUp size={15} aria-hidden />
          {t('{changes} waiting', { changes: counted(count, 'change') })}
        </span>
      )}
    </div>
  )
}

/** Work is entered on tasks without sub-tasks; other tasks are only updated. */
const about = ({ title, rollup }: Task) =>
  rollup ? t('Update {title}', { title }) : t('Today’s work on {title}', { title })

/** The actions on a task on site: today's work, and a photo. */
export function SiteButtons({ task, isWide }: { task: Task; isWide?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const mayEdit = useCan(updateTask)
  const mayPhotograph = useMayPhotograph()
  return (
    <>
      {mayEdit && (
        <button
          type="button"
          className={buttonClasses['button']}
          data-wide
          aria-label={about(task)}
          onFocus={() => void SiteSheet.preload()}
          onClick={() => setOpen(true)}
        >
          {task.rollup ? t('Update') : t('Today’s work')}
        </button>
      )}
      {mayPhotograph && <PhotoButton task={task} {...(isWide && { isWide })} />}
      {isOpen && <SiteSheet task={task} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A task as a card on a phone; its other fields and actions are folded away. */
export function SiteCard({ task, children }: { task: TaskNode; children: ReactNode }) {
  const { now, count } = useStanding(task)
  const [isUnfolded, unfold] = useState(false)
  return (
    <div className={classes['card']}>
      <SiteFacts task={now} count={count} />
      <div className={classes['buttons']} data-screen-only>
        <SiteButtons task={task} />
        <button
          type="button"
          className={buttonClasses['button']}
          aria-expanded={isUnfolded}
          aria-label={t('More of {title}', { title: task.title })}
          onClick={() => unfold(!isUnfolded)}
        >
          <span>{t('More')}</span>
          <IconChevronDown size={18} aria-hidden />
        </button>
      </div>
      {isUnfolded && <dl className={classes['more']}>{children}</dl>}
    </div>
  )
}
