import type { DepositRelease, ReleaseBasis } from '@plinth/api/deposits/deposit-releases'
import type { Deposit } from '@plinth/api/deposits/deposits'
import { daysAfter, daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { caseText, daysFrom, releaseEvents } from '../release-rules/rule-words.ts'

/** The event that a deposit waits for. Without a basis it is the result, because no rule applies to an undecided tender. */
export const eventOf = (basis: ReleaseBasis | null) =>
  basis === 'FIXED' ? t('the day that is entered') : releaseEvents[basis ?? 'RESULT']

const daysFromEvent = (days: number, event: string) =>
  days === 0 ? t('With {event}', { event }) : daysFrom(event, days)

type Due = Pick<DepositRelease, 'dueOn' | 'basis' | 'days' | 'basisOn' | 'expectedOn'>

/** The reason for the due day: '30 days after the result of 02 Nov 2026'; before the event, the event itself. */
export function whyDue({ dueOn, basis, days, basisOn, expectedOn }: Due): string {
  if (basis === null)
    return expectedOn
      ? t('Follows from the result, planned for {day}', { day: dayText(expectedOn) })
      : t('No rule says when it comes back')
  if (basis === 'FIXED') return dueOn ? t('On the day that is entered') : t('On a day that is not entered yet')
  const event = releaseEvents[basis]
  const after = days ?? 0
  if (basisOn) return daysFromEvent(after, t('{event} of {day}', { event, day: dayText(basisOn) }))
  if (!expectedOn) return t('{when}, which has no day yet', { when: daysFromEvent(after, event) })
  return t('{when}, planned for {day}', {
    when: daysFromEvent(after, event),
    day: dayText(daysAfter(expectedOn, -after)),
  })
}

/** The release rule and its source: 'Rule EMD, not won: GFR 2017, rule 170'. */
export function ruleOf(
  { purpose }: Pick<Deposit, 'purpose'>,
  { basis, ruleId, ruleOutcome, source }: Pick<DepositRelease, 'basis' | 'ruleId' | 'ruleOutcome' | 'source'>,
): string | undefined {
  if (basis === null) return undefined
  if (ruleId === null) return t('As this deposit says itself')
  const rule = caseText({ purpose: purpose ?? 'OTHER', outcome: ruleOutcome ?? 'ANY' })
  return source ? t('Rule {rule}: {source}', { rule, source }) : t('Rule {rule}', { rule })
}

/** The time until a day: 'in 12 days', 'today'; undefined for a past day. */
export function until(day: string, today: string): string | undefined {
  const days = daysBetween(today, day)
  if (days < 0) return undefined
  return days === 0 ? t('today') : t('in {days}', { days: counted(days, 'day') })
}

/** For example '26 days overdue'. */
export const overdueText = (days: number) => t('{days} overdue', { days: counted(days, 'day') })
