import type { Obligation } from '@plinth/api/reminders/deadlines'
import { IconUserQuestion } from '@tabler/icons-react'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Agenda.module.css'
import { DutyAct, DutyDays, type DutyMark, DutyWords } from './DeadlineFacts.tsx'

interface Props {
  duty: Obligation
  now: string
  /** What may be said of it; nothing by whoever may not. */
  mark: DutyMark | undefined
}

function Owner({ ownerName }: Pick<Obligation, 'ownerName'>) {
  if (ownerName !== null) return <div className={classes['owner']}>{ownerName}</div>
  return (
    <div className={classes['owner']} data-nobody>
      <IconUserQuestion size={16} aria-hidden />
      {t('Nobody')}
    </div>
  )
}

/** One duty: what it asks about which record, by when, and whose it is. */
export function DutyRow({ duty, now, mark }: Props) {
  const { amount } = duty
  return (
    <li className={classes['row']} data-duty>
      <DutyDays duty={duty} now={now} />
      <DutyWords duty={duty} />
      <div className={classes['amount']}>{amount !== null && rupees(amount)}</div>
      <Owner {...duty} />
      <DutyAct duty={duty} mark={mark} />
    </li>
  )
}
