import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** Where the exemptions of a contract are read: `to` and `hash` of a link. */
export const exemptionsOf = (contractId: string) => ({ to: `/contracts/${contractId}`, hash: 'exemptions' })

/** EMD, Udyam: what an exemption is called. */
export const exemptionName = ({ purpose, ground }: Pick<DepositExemption, 'purpose' | 'ground'>) =>
  `${words(purpose)}, ${words(ground)}`

/** That an exemption may fail, and who says so: it is told and keeps nobody from claiming it. */
export const doubtText = t('Courts have held that this exemption does not cover works contracts.')
export const doubtSource = t('Gauhati High Court, {judged}, and the letter of the Ministry of MSME of {written}.', {
  judged: dayText('2025-01-08'),
  written: dayText('2023-08-31'),
})

/** A certificate is to be seen to so many days before its end: renewing one takes weeks. */
const soonDays = 60

export interface ValidityText {
  text: string
  /** Since when it is over, or how long it still is valid, where somebody has to see to it. */
  left?: string
  tone?: 'soon' | 'over'
}

type Certificate = Pick<DepositExemption, 'ground' | 'purpose' | 'validUntil' | 'isNeeded' | 'contractStatus'>

/** The certificates that always end, so that a day is missing where none is entered. */
const ending: readonly DepositExemption['ground'][] = ['NSIC', 'STARTUP']

/** Until when the certificate of an exemption is valid, on this day; nothing where it ends on none. `closingDate` is that of the tender. */
export function validityText(
  { ground, purpose, validUntil, isNeeded, contractStatus }: Certificate,
  closingDate: string | null,
  now: string,
): ValidityText | null {
  if (validUntil === null)
    return ending.includes(ground) && isNeeded
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

/** What an exemption that is claimed or was accepted means for the guarantee that is planned for its purpose. */
export function exemptText({ purpose, state, amount }: Pick<DepositExemption, 'purpose' | 'state' | 'amount'>): string {
  const values = { purpose: words(purpose), amount: rupees(amount) }
  if (state === 'ACCEPTED')
    return amount === null
      ? t('An exemption from {purpose} was accepted: no guarantee for it need be planned.', values)
      : t('An exemption from {purpose} was accepted: {amount} of it need not be guaranteed.', values)
  return amount === null
    ? t('An exemption from {purpose} is claimed: while that stands, no guarantee for it need be planned.', values)
    : t('An exemption from {purpose} is claimed: while that stands, {amount} of it need not be guaranteed.', values)
}
