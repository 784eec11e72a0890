import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** The name of an exemption, for example `EMD, Udyam`. */
export const exemptionName = ({ purpose, ground }: Pick<DepositExemption, 'purpose' | 'ground'>) =>
  `${words(purpose)}, ${words(ground)}`

/** The warning that an exemption may not hold, and its source. It does not prevent a claim. */
export const doubtText = t('Courts have held that this exemption does not cover works contracts.')
export const doubtSource = t('Gauhati High Court, {judged}, and the letter of the Ministry of MSME of {written}.', {
  judged: dayText('2025-01-08'),
  written: dayText('2023-08-31'),
})

/** The warning starts this many days before a certificate ends, because a renewal takes weeks. */
const soonDays = 60

export interface ValidityText {
  text: string
  /** The days since the certificate expired or until it ends, where somebody must act. */
  left?: string
  tone?: 'soon' | 'over'
}

type Certificate = Pick<DepositExemption, 'ground' | 'purpose' | 'validUntil' | 'isNeeded' | 'contractStatus'>

/** The grounds whose certificates always end, so that a last day must be entered. */
const endingGrounds: readonly DepositExemption['ground'][] = ['NSIC', 'STARTUP']

/**
 * The validity of a certificate as of the day `now`; null if it does not end. `closingDate` is that of the tender. Days are
 * YYYY-MM-DD.
 */
export function validityText(
  { ground, purpose, validUntil, isNeeded, contractStatus }: Certificate,
  closingDate: string | null,
  now: string,
): ValidityText | null {
  if (validUntil === null)
    return endingGrounds.includes(ground) && isNeeded
      ? { text: t('Its last day is not entered: such certificates end'), tone: 'soon' }
      : null
  const day = dayText(validUntil)
  const days = daysBetween(now, validUntil)
  if (days < 0) {
    const text = t('Certificate expired on {day}', { day })
    return isNeeded
      ? { text, left: t('{days} ago: renew it', { days: counted(-days, 'day') }), tone: 'over' }
      : { text }
  }
  const text = t('Certificate valid until {day}', { day })
  if (!isNeeded) return { text }
  if (purpose === 'EMD' && contractStatus === 'DRAFT' && closingDate !== null && validUntil < closingDate)
    return { text, left: t('it ends before bids close on {day}', { day: dayText(closingDate) }), tone: 'over' }
  if (days > soonDays) return { text }
  return {
    text,
    left: days === 0 ? t('runs out today') : t('{days} left', { days: counted(days, 'day') }),
    tone: 'soon',
  }
}
