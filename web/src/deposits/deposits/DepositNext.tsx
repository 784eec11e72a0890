import type { DepositRelease } from '@plinth/api/deposits/deposit-releases'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { today } from '../../lib/days.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './DepositNext.module.css'
import { type DepositStep, dayOfStep, sayNext } from './deposit-next.ts'
import { nextActs } from './next-acts.tsx'

interface Props {
  step: DepositStep
  deposit: Deposit
  release: DepositRelease
}

/** The next step of a deposit: its text, its day and its button. */
export function DepositNext({ step, deposit, release }: Props) {
  const day = dayOfStep(step, release)
  return (
    <div className={classes['next']}>
      <p className={classes['step']}>
        <b>{sayNext(step, deposit, release)}</b>
        {day && (
          <small className={day < today() ? 'alarm' : undefined}>
            {step === 'WAIT' ? t('planned for {day}', { day: dayText(day) }) : t('by {day}', { day: dayText(day) })}
          </small>
        )}
      </p>
      {nextActs[step]?.(deposit, release)}
    </div>
  )
}
