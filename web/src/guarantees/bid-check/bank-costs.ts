import type { BidBank } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** A cost of a bank's guarantees for a tender. */

export interface Cost {
  label: string
  value: string
  note?: string
  /** Whether the note is a warning. */
  isAlarm?: boolean
}

/** The missing cash for margins in rupees; 0 when it is enough, or when the cash or the needed margin is unknown. */
export function cashMissing({ marginNeeded, freeCash }: Pick<BidBank, 'marginNeeded' | 'freeCash'>): number {
  if (freeCash === null || marginNeeded === null || freeCash >= marginNeeded) return 0
  return inRupees(paiseOf(marginNeeded) - paiseOf(freeCash))
}

function cash(bank: Pick<BidBank, 'freeCash' | 'freeCashOn' | 'marginNeeded'>): Cost {
  const { freeCash, freeCashOn } = bank
  const label = t('Cash for margins')
  if (freeCash === null) return { label, value: t('not said') }
  const missing = cashMissing(bank)
  const day = t('as of {day}', { day: dayText(freeCashOn) })
  return {
    label,
    value: rupees(freeCash),
    note: missing > 0 ? t('{missing} too little, {day}', { missing: rupees(missing), day }) : day,
    isAlarm: missing > 0,
  }
}

/** The limit, the margin, the cash for it, and the commission. */
export function costsOf(bank: BidBank): Cost[] {
  const { limitAmount, marginNeeded, commission } = bank
  return [
    { label: t('Limit'), value: rupees(limitAmount) },
    marginNeeded === null
      ? { label: t('Margin needed'), value: t('not known'), note: t('the limit says no margin') }
      : { label: t('Margin needed'), value: rupees(marginNeeded) },
    cash(bank),
    commission === null
      ? { label: t('Commission'), value: t('not known'), note: t('the limit says no rate') }
      : { label: t('Commission'), value: rupees(commission), note: t('for the whole time') },
  ]
}
