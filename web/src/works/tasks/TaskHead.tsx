import { type Task, type TaskStatus, updateTask } from '@plinth/api/works/tasks'
import { counted, dash, decimal, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { type Due, type HeadFigure, RecordHead } from '../../ui/record/RecordHead.tsx'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lateText, overrunOf, scheduleOf, todayNumber } from './gantt-scale.ts'
import { TaskStatusChoice } from './TaskStatusChoice.tsx'
import { useReviewRule } from './task-choices.ts'
import { nextOfTask, type TaskStep } from './task-next.ts'

const over: readonly TaskStatus[] = ['COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED']

/** Late as in the Gantt chart. */
function dueOfTask(task: Task): Due | undefined {
  const { daysLate } = scheduleOf(task, todayNumber())
  if (daysLate > 0) return { text: lateText(daysLate), isLate: true }
  const { status, givenEndDate, actualEndDate, rollup } = task
  const ended = actualEndDate ?? rollup?.actualEndDate
  return dueOf({ due: givenEndDate ?? rollup?.givenEndDate, ended, isOver: over.includes(status) })
}

/** The progress of a task with sub-tasks is that of the sub-tasks, whose quantities cannot be added up. */
function doneOf({ rollup, actualQuantity, estimatedQuantity, units }: Task): HeadFigure {
  if (rollup) return { label: t('Below it'), value: counted(rollup.tasks, 'sub-task') }
  const estimate = [decimal(estimatedQuantity), units].filter(Boolean).join(' ')
  return {
    label: t('Quantity done'),
    value: actualQuantity === null ? dash : decimal(actualQuantity),
    note: estimatedQuantity === null ? undefined : t('of {amount}', { amount: estimate }),
  }
}

function costOf(task: Task): HeadFigure {
  const { amount, below } = overrunOf(task, scheduleOf(task, todayNumber()))
  const { actualAmount, estimatedAmount } = task.rollup ?? task
  return {
    label: t('Cost, with tax'),
    value: rupees(actualAmount),
    note: estimatedAmount ? t('of {amount}', { amount: rupees(estimatedAmount) }) : undefined,
    isAlarm: amount > 0 || below.amount > 0,
  }
}

/** The head of a task, on its page and beside a list. */
export function TaskHead({ task }: { task: Task }) {
  const { isOwn } = useReviewRule()
  const step = nextOfTask(task, { edit: useCan(updateTask), isOwnReview: isOwn(task) })
  const progress = { label: t('Progress'), value: roundPercent(task.rollup?.progress ?? task.progress) }
  return (
    <RecordHead
      number={task.hierarchyPath}
      status={<TaskStatusChoice task={task} />}
      due={dueOfTask(task)}
      figures={[doneOf(task), costOf(task), progress]}
      watch={<Watch recordType="TASK" recordId={task.id} />}
      next={step ? <Next step={step} task={task} /> : null}
    />
  )
}

const statusSteps: Partial<Record<TaskStep, { status: TaskStatus; label: string }>> = {
  FINISH: { status: 'COMPLETED', label: t('Set it completed') },
  ASK_REVIEW: { status: 'UNDER_REVIEW', label: t('Ask for a review') },
  START: { status: 'IN_PROGRESS', label: t('Start the work') },
  RESUME: { status: 'REOPENED', label: t('Take it up again') },
}

function Next({ step, task }: { step: TaskStep; task: Task }) {
  const next = statusSteps[step]
  if (step === 'DECIDE')
    return (
      <LinkButton to={`/project-tasks/${task.id}`} hash="review">
        {t('Decide the review')}
      </LinkButton>
    )
  if (!next)
    return (
      <LinkButton to={`/project-tasks/${task.id}/edit`} hash="field-assignedTo">
        {t('Assign it')}
      </LinkButton>
    )
  return <StatusStep name={task.title} record={task} endpoint={updateTask} params={{ id: task.id }} {...next} />
}
