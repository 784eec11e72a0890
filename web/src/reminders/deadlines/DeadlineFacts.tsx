import { Button } from '@mantine/core'
import type { Deadline } from '@plinth/api/reminders/deadlines'
import { recordPath } from '@plinth/api/reminders/record-path'
import { t } from '../../lib/language.ts'
import rows from '../../ui/list/RowGroups.module.css'
import { Critical } from '../../ui/list/RowGroups.tsx'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import classes from './Agenda.module.css'
import { dayOfWeekText, deadlineText, isCritical, kindText, leftText, recordText } from './deadline-words.ts'

/** The due day, the day by which to act if it differs, and the time left. */
export function DeadlineDays({ deadline, now }: { deadline: Deadline; now: string }) {
  const { dueOn, actBy, markId } = deadline
  const { text, isLate } = leftText(deadline, now)
  return (
    <div className={rows['days']}>
      <b>{dayOfWeekText(dueOn)}</b>
      {actBy !== dueOn && <span>{t('act by {day}', { day: dayOfWeekText(actBy) })}</span>}
      {markId === null && <span data-late={isLate || undefined}>{text}</span>}
    </div>
  )
}

/** Kind and record of a deadline, and the reason if it is waived. */
export function DeadlineWords({ deadline }: { deadline: Deadline }) {
  const { kind, number, waivedBecause } = deadline
  return (
    <div className={`${rows['what']} ${classes['what']}`}>
      <div className={`${rows['kind']} ${classes['kind']}`}>
        {kindText(kind)}
        {isCritical(kind) && <Critical />}
      </div>
      <div className={rows['record']}>
        <RowLink to={recordPath(deadline)}>{recordText(deadline)}</RowLink>
        {number && <span>{number}</span>}
      </div>
      {waivedBecause !== null && <p>{t('Nothing to do: {reason}', { reason: waivedBecause })}</p>}
    </div>
  )
}

/** The button of a deadline that waives it or deletes its waiver. */
export interface DeadlineMarking {
  label: string
  run: () => void
}

/** The button that waives a deadline or deletes its waiver; empty without permission. */
export const DeadlineAct = ({ deadline, mark }: { deadline: Deadline; mark: DeadlineMarking | undefined }) => (
  <div className={classes['act']} data-screen-only>
    {mark && (
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`${mark.label}: ${deadlineText(deadline)}`}
        onClick={mark.run}
      >
        {mark.label}
      </Button>
    )}
  </div>
)
