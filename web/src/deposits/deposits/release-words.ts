import type { DepositRelease, ReleaseBasis } from '@plinth/api/deposits/deposit-releases'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { daysAfter, daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { caseText, daysFrom, releaseEvents } from '../release-rules/rule-words.ts'

/** Of a tender that is not decided yet no rule says anything: it waits for its result. */
export const eventOf = (basis: ReleaseBasis | null) =>
  basis === 'FIXED' ? t('the day that is entered') : releaseEvents[basis ?? 'RESULT']

const timed = (days: number, event: string) => (days === 0 ? t('With {event}', { event }) : daysFrom(event, days))

type Due = Pick<DepositRelease, 'dueOn' | 'basis' | 'days' | 'basisOn' | 'expectedOn'>

/** Why it comes back on that day: '30 days after the result of 02 Nov 2026'; what it waits for, while that has not happened. */
export function whyDue({ dueOn, basis, days, basisOn, expectedOn }: Due): string {
  if (basis === null)
    return expectedOn
      ? t('Follows from the result, planned for {day}', { day: dayText(expectedOn) })
      : t('No rule says when it comes back')
  if (basis === 'FIXED') return dueOn ? t('On the day that is entered') : t('On a day that is not entered yet')
  const event = releaseEvents[basis]
  const after = days ?? 0
  if (basisOn) return timed(after, t('{event} of {day}', { event, day: dayText(basisOn) }))
  if (!expectedOn) return t('{when}, which has no day yet', { when: timed(after, event) })
  return t('{when}, planned for {day}', { when: timed(after, event), day: dayText(daysAfter(expectedOn, -after)) })
}

/** The rule that says so, and where that is from: 'Rule EMD, not won: GFR 2017, rule 170'. */
export function ruleOf(
  { purpose }: Pick<Deposit, 'purpose'>,
  { basis, ruleId, ruleOutcome, source }: Pick<DepositRelease, 'basis' | 'ruleId' | 'ruleOutcome' | 'source'>,
): string | undefined {
  if (basis === null) return undefined
  if (ruleId === null) return t('As this deposit says itself')
  const rule = caseText({ purpose: purpose ?? 'OTHER', outcome: ruleOutcome ?? 'ANY' })
  return source ? t('Rule {rule}: {source}', { rule, source }) : t('Rule {rule}', { rule })
}

/** How long until a day that has not come: 'in 12 days', 'today'. Nothing of one that has passed. */
export function until(day: string, today: string): string | undefined {
  const days = daysBetween(today, day)
  if (days < 0) return undefined
  return days === 0 ? t('today') : t('in {days}', { days: counted(days, 'day') })
}

/** What is late of what is open: '26 days overdue'. */
export const overdueText = (days: number) => t('{days} overdue', { days: counted(days, 'day') })
