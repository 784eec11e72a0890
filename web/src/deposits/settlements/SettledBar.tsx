import type { Deposit } from '@plinth/api/deposits/deposits'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Settlements.module.css'
import { partsText, settledParts } from './settled-parts.ts'

/** A bar of the settled parts of a deposit, with a legend below. */
export function SettledBar({ deposit }: { deposit: Deposit }) {
  const parts = settledParts(deposit)
  return (
    <>
      <div
        role="img"
        aria-label={t('Of {amount}: {parts}', { amount: rupees(deposit.amount), parts: partsText(parts) })}
        className={classes['bar']}
      >
        {parts
          .filter(({ amount }) => amount > 0)
          .map(({ part, amount }) => (
            <span key={part} data-part={part} style={{ flexGrow: amount }} />
          ))}
      </div>
      <dl className={classes['legend']}>
        {parts.map(({ part, label, amount }) => (
          <div key={part} data-none={amount === 0 || undefined}>
            <dt>
              <span className={classes['swatch']} data-part={part} aria-hidden />
              {label}
            </dt>
            <dd>{rupees(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
