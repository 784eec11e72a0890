import type { TaskRollup } from '@plinth/api/works/projects'
import type { Task, TaskNode } from '@plinth/api/works/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { counted, dayText, decimal, percent, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { hoursOver, lateText, type Overrun, overEstimate } from './gantt-scale.ts'
import type { CloseEditor, EditorName } from './TaskCells.tsx'
import classes from './TaskColumns.module.css'

// Keeps rows cheap: the editor is fetched and rendered on demand.
const TaskEditor = lazyDialog(() => import('./TaskCells.tsx'), 'TaskEditor')
// Loads the editor before it opens, so that keys typed right then are not lost.
const prepare = () => void TaskEditor.preload()

interface EditableProps {
  task: Task
  name: EditorName
  /** The effect of pressing the value, with its task: 'Change status of Footings'. */
  does: string
  may: boolean
  children: ReactNode
}

/** A value that users with the permission can edit in place. */
export function Editable({ task, name, does, may, children }: EditableProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!may) return children

  const close: CloseEditor = (to) => {
    setOpen(false)
    const values = [...(button.current?.closest('[role=row]')?.querySelectorAll<HTMLElement>('[data-edit]') ?? [])]
    const at = values.findIndex((one) => one === button.current)
    const next = to === 'next' ? values[at + 1] : to === 'previous' ? values[at - 1] : undefined
    const value = next ?? button.current
    value?.focus({ preventScroll: true })
  }
  return (
    <span className={classes['editable']}>
      <button
        ref={button}
        type="button"
        data-edit
        className={classes['edit']}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={() => setOpen(true)}
      >
        <span className="spoken">{does}: </span>
        {children}
      </button>
      {isOpen && <TaskEditor name={name} task={task} onClose={close} />}
    </span>
  )
}

/** Shown for an empty value: a dash below a column heading, a word without one. */
export const Unset = ({ children }: { children: ReactNode }) => (
  <span className={classes['unset']}>
    <span>{children}</span>
  </span>
)

interface FigureProps {
  /** The name of the figure, where no heading has it. */
  caption?: string | false
  /** Whether it is the sum of the sub-tasks. */
  below?: boolean
  /** The amount by which it is over, in words; empty if it is not. */
  over?: string | false
  children: ReactNode
}

function Figure({ caption, below = false, over, children }: FigureProps) {
  return (
    <div
      className={below ? classes['small'] : classes['figure']}
      title={over || undefined}
      data-over={over ? true : undefined}
    >
      {caption && <span className={classes['caption']}>{caption} </span>}
      {over && <IconAlertTriangle size={13} aria-hidden />}
      {below && <span aria-hidden>Σ </span>}
      {below && <span className="spoken">{t('Sub-tasks:')} </span>}
      {children}
      {over && <span className="spoken">, {over}</span>}
    </div>
  )
}

export interface OverrunCellProps {
  task: TaskNode
  over: Overrun
  mayEdit: boolean
}

/** The estimate of the task, with its quantity and rate or the total of its sub-tasks. */
export function TaskEstimate({ estimatedAmount, estimatedQuantity, units, estimatedRate, rollup }: Task) {
  const quantity = estimatedQuantity === null ? null : `${decimal(estimatedQuantity)}${units ? ` ${units}` : ''}`
  const rate = estimatedRate === null ? null : rupees(estimatedRate)
  const below = rollup?.estimatedAmount ?? 0
  return (
    <>
      {estimatedAmount !== null && <Figure caption={t('Estimate')}>{rupees(estimatedAmount)}</Figure>}
      {below > 0 && (
        <Figure caption={estimatedAmount === null && t('Estimate')} below>
          {rupees(below)}
        </Figure>
      )}
      {below === 0 && (quantity ?? rate) && (
        <div className={classes['small']}>{quantity && rate ? `${quantity} × ${rate}` : (quantity ?? rate)}</div>
      )}
    </>
  )
}

export function TaskActual({ task: { actualAmount, rollup }, over }: OverrunCellProps) {
  const below = rollup?.actualAmount ?? 0
  return (
    <>
      {actualAmount !== null && (
        <Figure caption={t('Actual')} over={overEstimate(over.amount)}>
          {rupees(actualAmount)}
        </Figure>
      )}
      {below > 0 && (
        <Figure caption={actualAmount === null && t('Actual')} below over={overEstimate(over.below.amount)}>
          {rupees(below)}
        </Figure>
      )}
    </>
  )
}

function outside({ early, beyond }: Overrun['below']): string {
  const days = { early: counted(early, 'day'), beyond: counted(beyond, 'day') }
  if (early > 0 && beyond > 0) return t('start {early} before the task and end {beyond} after the task', days)
  if (early > 0) return t('start {early} before the task', days)
  return beyond > 0 ? t('end {beyond} after the task', days) : ''
}

/** The end of the sub-tasks, and their start if it is too early. */
function DatesBelow({ rollup, over }: { rollup: TaskRollup; over: Overrun['below'] }) {
  const { givenStartDate, givenEndDate } = rollup
  if (givenStartDate === null && givenEndDate === null) return null
  const from = `${dayText(givenStartDate)} `
  return (
    <Figure below over={outside(over)}>
      {over.early > 0 ? <span className={classes['from']}>{from}</span> : <span className="spoken">{from}</span>}
      <span className="spoken">{t('to')} </span>
      {dayText(givenEndDate)}
    </Figure>
  )
}

export function TaskDates({ task, over, mayEdit }: OverrunCellProps) {
  const { rollup, givenStartDate, givenEndDate } = task
  const isDated = givenStartDate !== null || givenEndDate !== null
  return (
    <div className={classes['stack']}>
      <Editable task={task} may={mayEdit} name="dates" does={t('Change given dates of {title}', { title: task.title })}>
        {isDated ? (
          <span className={classes['dates']}>
            <span>{dayText(givenStartDate)}</span>
            <span className={classes['to']}> {t('to')} </span>
            <span>{dayText(givenEndDate)}</span>
          </span>
        ) : (
          <Unset>{t('Set dates')}</Unset>
        )}
      </Editable>
      {rollup && <DatesBelow rollup={rollup} over={over.below} />}
      {over.late > 0 && (
        <div className={classes['small']} data-over>
          <IconAlertTriangle size={13} aria-hidden />
          {lateText(over.late)}
        </div>
      )}
    </div>
  )
}

/** Hours spent of the estimated hours. */
const effort = (actual: number | null, estimate: number | null) =>
  estimate
    ? t('{actual} of {estimate}\u00A0h', { actual: decimal(actual ?? 0), estimate: decimal(estimate) })
    : t('{hours}\u00A0h', { hours: decimal(actual ?? 0) })

const Bar = ({ label, value }: { label: string; value: number }) => (
  <span
    role="progressbar"
    className={classes['bar']}
    aria-label={label}
    aria-valuenow={value}
    aria-valuetext={roundPercent(value)}
  >
    <span style={{ width: `${value}%` }} />
  </span>
)

export function TaskProgress({ task, over, mayEdit }: OverrunCellProps) {
  const { progress, title, rollup, estimatedEffortHours, actualEffortHours } = task
  const hasEffort = estimatedEffortHours !== null || actualEffortHours !== null
  const hasEffortBelow = rollup && rollup.estimatedEffortHours + rollup.actualEffortHours > 0
  return (
    <>
      <div className={classes['progress']}>
        <Editable task={task} may={mayEdit} name="progress" does={t('Change progress of {title}', { title })}>
          {percent(progress)}
        </Editable>
        <Bar label={t('Progress of {title}', { title })} value={progress} />
      </div>
      {rollup && (
        <div className={classes['progress']}>
          <Figure below>{roundPercent(rollup.progress)}</Figure>
          <Bar label={t('Progress of the sub-tasks of {title}', { title })} value={rollup.progress} />
        </div>
      )}
      {hasEffort && (
        <Figure caption={t('Effort')} over={hoursOver(over.hours)}>
          {effort(actualEffortHours, estimatedEffortHours)}
        </Figure>
      )}
      {hasEffortBelow && (
        <Figure caption={!hasEffort && t('Effort')} below over={hoursOver(over.below.hours)}>
          {effort(rollup.actualEffortHours, rollup.estimatedEffortHours)}
        </Figure>
      )}
    </>
  )
}
