import {
  type ListedGeneralTask,
  generalTaskLabels as labels,
  setGeneralTaskState,
} from '@plinth/api/works/general-tasks'
import { dash, dayText, decimal, momentDay, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { type HeadFigure, RecordHead } from '../../ui/record/RecordHead.tsx'
import { GeneralTaskActs } from './GeneralTaskActs.tsx'
import { GeneralTaskBadge } from './GeneralTaskBadge.tsx'
import { isOver } from './general-task-moves.ts'

export const linesText = ({ lineCount, doneLines }: Pick<ListedGeneralTask, 'lineCount' | 'doneLines'>) =>
  lineCount === 0 ? dash : t('{done} of {total}', { done: decimal(doneLines), total: decimal(lineCount) })

const figuresOf = (task: ListedGeneralTask): HeadFigure[] => [
  { label: translated(labels.assigneeId), value: task.assigneeName ?? dash },
  task.doneAt === null
    ? { label: translated(labels.dueOn), value: dayText(task.dueOn) }
    : { label: t('Done'), value: momentDay(task.doneAt), note: task.doneByName ?? undefined },
  {
    label: translated(labels.lines),
    value: linesText(task),
    note: task.requiredOpenLines > 0 ? t('{count} to be ticked first', { count: task.requiredOpenLines }) : undefined,
  },
]

/** The head of a general task, on its page and beside a list. */
export function GeneralTaskHead({ task }: { task: ListedGeneralTask }) {
  const may = useCan(setGeneralTaskState)
  return (
    <RecordHead
      number={task.priority === 'NORMAL' ? null : t('Priority: {priority}', { priority: words(task.priority) })}
      status={<GeneralTaskBadge state={task.state} />}
      due={dueOf({ due: task.dueOn, isOver: isOver(task) })}
      figures={figuresOf(task)}
      watch={<Watch recordType="GENERAL_TASK" recordId={task.id} />}
      next={may ? <GeneralTaskActs task={task} /> : null}
    />
  )
}
