import { type Agreement, agreementLabels } from '@plinth/api/money/agreements'
import { type ScheduleItem, totalsOf } from '@plinth/api/works/schedule-items'
import { useMemo } from 'react'
import { counted, percent, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import classes from './Schedule.module.css'
import { againstAgreed, withoutTender } from './schedule-words.ts'

/** The totals of a schedule, with the tender percentage, and the difference from the agreed value. */
export function ScheduleFoot({ agreement, items }: { agreement: Agreement; items: readonly ScheduleItem[] }) {
  const { tenderPercentage, value } = agreement
  const { amount, quoted } = useMemo(() => totalsOf(items, tenderPercentage), [items, tenderPercentage])
  const without = items.filter(({ kind, percentageApplies }) => kind === 'ITEM' && !percentageApplies).length
  return (
    <dl className={classes['foot']} aria-label={t('What the schedule comes to')}>
      <div>
        <dt>{t('Schedule amount')}</dt>
        <dd>{rupees(amount)}</dd>
      </div>
      {tenderPercentage !== null && (
        <>
          <div>
            <dt>{translated(agreementLabels.tenderPercentage)}</dt>
            <dd>{percent(tenderPercentage)}</dd>
          </div>
          {without > 0 && (
            <div>
              <dt>{withoutTender}</dt>
              <dd>{counted(without, 'item')}</dd>
            </div>
          )}
          <div>
            <dt>{t('Quoted amount')}</dt>
            <dd>{rupees(quoted)}</dd>
          </div>
        </>
      )}
      <div>
        <dt>{translated(agreementLabels.value)}</dt>
        <dd>{rupees(value)}</dd>
      </div>
      {value !== null && value > 0 && (
        <div>
          <dt>{t('Difference')}</dt>
          <dd>{againstAgreed(quoted, value)}</dd>
        </div>
      )}
    </dl>
  )
}
