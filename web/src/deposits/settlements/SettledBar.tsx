import type { Deposit } from '@plinth/api/deposits/deposits'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { PartsBar, Swatch, type Tone } from '../../ui/record/Parts.tsx'
import classes from './Settlements.module.css'
import { partsText, type SettledPart, settledParts } from './settled-parts.ts'

const tones: Record<SettledPart['part'], Tone> = {
  receivedAmount: 'done',
  lostAmount: 'lost',
  carriedAmount: 'moved',
  openAmount: 'open',
}

/** A bar of the settled parts of a deposit, with a legend below. */
export function SettledBar({ deposit }: { deposit: Deposit }) {
  const parts = settledParts(deposit)
  return (
    <>
      <PartsBar
        label={t('Of {amount}: {parts}', { amount: rupees(deposit.amount), parts: partsText(parts) })}
        height="1rem"
        parts={parts
          .filter(({ amount }) => amount > 0)
          .map(({ part, amount }) => ({ tone: tones[part], share: amount }))}
      />
      <dl className={classes['legend']}>
        {parts.map(({ part, label, amount }) => (
          <div key={part} data-none={amount === 0 || undefined}>
            <dt>
              <Swatch tone={tones[part]} size="0.75rem" />
              {label}
            </dt>
            <dd>{rupees(amount)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
