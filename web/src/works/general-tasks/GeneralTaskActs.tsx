import { Button, Group } from '@mantine/core'
import type { GeneralTaskState, ListedGeneralTask } from '@plinth/api/works/general-tasks'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { isOver, movesOf } from './general-task-moves.ts'
import { useMoveTask } from './useMoveTask.ts'

const labels: Record<GeneralTaskState, string> = {
  OPEN: t('Put it back'),
  DOING: t('Begin it'),
  DONE: t('Mark as done'),
  CANCELLED: t('Cancel the task'),
}

/** The steps that the user can take with a task now, the most usual first. */
export function GeneralTaskActs({ task }: { task: ListedGeneralTask }) {
  const move = useMoveTask()
  const [sending, setSending] = useState<GeneralTaskState | null>(null)
  async function changeState(state: GeneralTaskState) {
    setSending(state)
    await move(task, state)
    setSending(null)
  }
  return (
    <Group gap="xs">
      {movesOf(task).map((state) => (
        <Button
          key={state}
          variant={state === 'DONE' ? 'filled' : 'default'}
          loading={sending === state}
          disabled={sending !== null && sending !== state}
          onClick={() => void changeState(state)}
        >
          {state === 'OPEN' && isOver(task) ? t('Open it again') : labels[state]}
        </Button>
      ))}
    </Group>
  )
}
