import { type Task, updateTask } from '@plinth/api/works/tasks'
import { useState } from 'react'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { part } from '../../ui/shell/Part.tsx'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'
import { taskTones, useReviewRule } from './task-choices.ts'

// Few tasks are rejected.
const RejectTask = part(() => import('./RejectTask.tsx'), 'RejectTask', { over: true })

type Reason = { rejectionReason?: string } | null

/** The status of a task where it is shown, and where whoever may edit tasks changes it; a rejection says why. */
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
