import { type Task, updateTask } from '@plinth/api/works/tasks'
import { useState } from 'react'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { taskTones, useReviewRule } from './task-choices.ts'

// Loaded later: few tasks are rejected.
const RejectTask = lazyDialog(() => import('./RejectTask.tsx'), 'RejectTask')

type Reason = { rejectionReason?: string } | null

/** The status of a task, which users who may edit tasks can change there; a rejection asks for its reason. */
export function TaskStatusChoice({ task }: { task: Task }) {
  const { statusesFor } = useReviewRule()
  const [answer, setAnswer] = useState<{ give: (reason: Reason) => void }>()
  function ask(status: string): Promise<Reason> {
    if (status !== 'REJECTED') return Promise.resolve({})
    const { promise, resolve } = Promise.withResolvers<Reason>()
    setAnswer({
      give: (reason) => {
        setAnswer(undefined)
        resolve(reason)
      },
    })
    return promise
  }
  return (
    <>
      <StatusChoice
        name={task.title}
        record={task}
        statuses={statusesFor(task)}
        endpoint={updateTask}
        params={{ id: task.id }}
        ask={ask}
      >
        <StatusBadge status={task.status} tones={taskTones} />
      </StatusChoice>
      {answer && (
        <RejectTask
          task={task}
          onReject={(rejectionReason) => answer.give({ rejectionReason })}
          onClose={() => answer.give(null)}
        />
      )}
    </>
  )
}
