import { Checkbox } from '@mantine/core'
import { type GeneralTask, type GeneralTaskLine, setGeneralTaskLine } from '@plinth/api/works/general-tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import classes from './Checklist.module.css'
import { isOver } from './general-task-moves.ts'

/** The checklist of a task, whose lines can be ticked in place unless the task is over. */
export function Checklist({ task }: { task: Pick<GeneralTask, 'id' | 'state' | 'lines'> }) {
  const may = useCan(setGeneralTaskLine)
  return (
    <ul className={classes['lines']} data-wide>
      {task.lines.map((line) => (
        <Line key={line.id} taskId={task.id} line={line} isFixed={!may || isOver(task)} />
      ))}
    </ul>
  )
}

interface LineProps {
  taskId: string
  line: GeneralTaskLine
  isFixed: boolean
}

function Line({ taskId, line: { id: lineId, text, isRequired, isDone }, isFixed }: LineProps) {
  const queryClient = useQueryClient()
  // The tick shown until the server has answered.
  const [sent, setSent] = useState<boolean | null>(null)
  async function tick(next: boolean) {
    setSent(next)
    try {
      await call(setGeneralTaskLine, { params: { id: taskId, lineId }, body: { isDone: next } })
    } catch (error) {
      void alertFailure(t('The line was not changed.'), reasonOf(error))
    }
    await queryClient.invalidateQueries({}, { cancelRefetch: false })
    setSent(null)
  }
  const checked = sent ?? isDone
  return (
    <li>
      <Checkbox
        label={
          <>
            <span data-done={checked || undefined}>{text}</span>
            {isRequired && <small>{t('Required')}</small>}
          </>
        }
        checked={checked}
        disabled={isFixed}
        aria-busy={sent !== null}
        onChange={({ currentTarget }) => sent === null && void tick(currentTarget.checked)}
      />
    </li>
  )
}
