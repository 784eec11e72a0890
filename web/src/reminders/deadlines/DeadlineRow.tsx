import type { Deadline } from '@plinth/api/reminders/deadlines'
import { IconUserQuestion } from '@tabler/icons-react'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import rows from '../../ui/list/RowGroups.module.css'
import classes from './Agenda.module.css'
import { DeadlineAct, DeadlineDays, type DeadlineMarking, DeadlineWords } from './DeadlineFacts.tsx'

interface Props {
  deadline: Deadline
  now: string
  /** Undefined if the user may not waive the deadline. */
  mark: DeadlineMarking | undefined
}

function Owner({ ownerName }: Pick<Deadline, 'ownerName'>) {
  if (ownerName !== null) return <div className={classes['owner']}>{ownerName}</div>
  return (
    <div className={classes['owner']} data-nobody>
      <IconUserQuestion size={16} aria-hidden />
      {t('Nobody')}
    </div>
  )
}

/** A deadline with its kind, record, days and owner. */
export function DeadlineRow({ deadline, now, mark }: Props) {
  const { amount } = deadline
  return (
    <li className={classes['row']} data-deadline>
      <DeadlineDays deadline={deadline} now={now} />
      <DeadlineWords deadline={deadline} />
      <div className={`figure ${rows['amount']}`}>{amount !== null && rupees(amount)}</div>
      <Owner {...deadline} />
      <DeadlineAct deadline={deadline} mark={mark} />
    </li>
  )
}
