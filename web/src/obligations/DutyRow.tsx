import { Button } from '@mantine/core'
import type { Obligation } from '@plinth/api/obligations'
import { recordPath } from '@plinth/api/record-path'
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react'
import { rupees } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { RowLink } from '../ui/LinkButton.tsx'
import classes from './Agenda.module.css'
import { dayOfWeekText, dutyText, isCritical, kindText, leftText, recordText } from './duty-words.ts'

interface Props {
  duty: Obligation
  now: string
  mayMark: boolean
  onWaive: () => void
  onTakeBack: () => void
}

/** The day on which it is due, the one by which to act where that is another, and how far off that is. */
function Days({ duty, now }: Pick<Props, 'duty' | 'now'>) {
  const { dueOn, actBy, markId } = duty
  const { text, isLate } = leftText(duty, now)
  return (
    <div className={classes['days']}>
      <b>{dayOfWeekText(dueOn)}</b>
      {actBy !== dueOn && <span>{t('act by {day}', { day: dayOfWeekText(actBy) })}</span>}
      {markId === null && <span data-late={isLate || undefined}>{text}</span>}
    </div>
  )
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
export function DutyRow({ duty, now, mayMark, onWaive, onTakeBack }: Props) {
  const { kind, number, amount, markId, waivedBecause } = duty
  const act = markId === null ? { label: t('Nothing to do'), run: onWaive } : { label: t('Take back'), run: onTakeBack }
  return (
    <li className={classes['row']} data-duty>
      <Days duty={duty} now={now} />
      <div className={classes['what']}>
        <div className={classes['kind']}>
          {kindText(kind)}
          {isCritical(kind) && (
            <span className={classes['critical']}>
              <IconAlertTriangle size={14} aria-hidden />
              {t('Critical')}
            </span>
          )}
        </div>
        <div className={classes['record']}>
          <RowLink to={recordPath(duty)}>{recordText(duty)}</RowLink>
          {number && <span>{number}</span>}
        </div>
        {waivedBecause !== null && <p>{t('Nothing to do: {reason}', { reason: waivedBecause })}</p>}
      </div>
      <div className={classes['amount']}>{amount !== null && rupees(amount)}</div>
      <Owner {...duty} />
      <div className={classes['act']} data-screen-only>
        {mayMark && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={`${act.label}: ${dutyText(duty)}`}
            onClick={act.run}
          >
            {act.label}
          </Button>
        )}
      </div>
    </li>
  )
}
