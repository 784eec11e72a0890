import type { Deadline } from '@plinth/api/reminders/deadlines'
import { IconUserQuestion } from '@tabler/icons-react'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Agenda.module.css'
import { DeadlineAct, DeadlineDays, type DeadlineMarking, DeadlineWords } from './DeadlineFacts.tsx'

interface Props {
  deadline: Deadline
  now: string
  /** What may be said of it; nothing by whoever may not. */
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

/** One deadline: what it asks about which record, by when, and whose it is. */
export function DeadlineRow({ deadline, now, mark }: Props) {
  const { amount } = deadline
  return (
    <li className={classes['row']} data-deadline>
      <DeadlineDays deadline={deadline} now={now} />
      <DeadlineWords deadline={deadline} />
      <div className={classes['amount']}>{amount !== null && rupees(amount)}</div>
      <Owner {...deadline} />
      <DeadlineAct deadline={deadline} mark={mark} />
    </li>
  )
}
