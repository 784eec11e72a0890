import type { ReleaseBasis } from '@plinth/api/deposits/deposit-releases'
import type { ReleaseRule } from '@plinth/api/deposits/release-rules'
import { counted, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** The name of each basis inside a sentence. */
export const releaseEvents: Record<Exclude<ReleaseBasis, 'FIXED'>, string> = {
  RESULT: t('the result'),
  AWARD: t('the award'),
  SECURITY_LODGED: t('the lodging of the performance security'),
  AGREEMENT: t('the agreement'),
  COMPLETION: t('completion'),
  DLP_END: t('the end of defect liability'),
  FINAL_BILL: t('the final bill'),
}

type Wait = Pick<ReleaseRule, 'basis' | 'days'>

/** Days after an event, or before it if they are negative: "30 days after the result". */
export function daysFrom(event: string, days: number): string {
  const span = counted(Math.abs(days), 'day')
  return days > 0 ? t('{days} after {event}', { days: span, event }) : t('{days} before {event}', { days: span, event })
}

/** The due day by a rule: "30 days after the result". */
export function waitText({ basis, days }: Wait): string {
  if (basis === 'FIXED') return t('on the day that is entered')
  const event = releaseEvents[basis]
  return days === 0 ? t('at {event}', { event }) : daysFrom(event, days)
}

/** The deposits that follow a rule: "EMD, not won". */
export function caseText({ purpose, outcome }: Pick<ReleaseRule, 'purpose' | 'outcome'>): string {
  if (outcome === 'ANY') return words(purpose)
  return `${words(purpose)}, ${outcome === 'WON' ? t('won') : t('not won')}`
}

/** A rule as a sentence: "EMD, not won: 30 days after the result". */
export const ruleText = (rule: Wait & Pick<ReleaseRule, 'purpose' | 'outcome'>) =>
  `${caseText(rule)}: ${waitText(rule)}`
