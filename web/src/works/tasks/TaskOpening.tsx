import type { Task } from '@plinth/api/works/tasks'
import { t } from '../../lib/language.ts'
import { RecordSides } from '../../ui/form/RecordSides.tsx'
import { TaskHead } from './TaskHead.tsx'

/** The top of a task's page. */
export function TaskOpening({ task }: { task: Task }) {
  const sides = [
    { id: 'review', label: t('Review') },
    { id: 'facts', label: t('Facts') },
    ...(task.rollup ? [{ id: 'sub-tasks', label: t('Sub-tasks') }] : []),
    { id: 'papers', label: t('Papers') },
    { id: 'notes', label: t('Notes') },
    { id: 'history', label: t('History') },
  ]
  return (
    <>
      <TaskHead task={task} />
      <RecordSides sides={sides} />
    </>
  )
}
