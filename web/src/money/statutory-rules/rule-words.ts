import { monthNames } from '@plinth/api/kernel/days'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { type RuleValue, ruleWords } from '@plinth/api/money/rule-kinds'
import { rulePlaces } from '@plinth/api/money/rule-places'
import type { StandingRule } from '@plinth/api/money/statutory-rules'
import { dash, dayText, decimal, momentDay, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

/** A field of a value as text for users. */
export function valueText(field: string, value: number | string | undefined): string {
  if (value === undefined) return dash
  if (field === 'comesBack' || field === 'waitsFor') return words(String(value))
  if (typeof value === 'string') return value
  if (field === 'month') return translated(monthNames[value - 1] ?? String(value))
  return field === 'amount' || field === 'turnover' ? `₹${decimal(value)}` : decimal(value)
}

type RuleContent = Pick<StandingRule, 'kind'> & { value: RuleValue | null }

/** A rule as a sentence. */
export function ruleText({ kind, value }: RuleContent): string {
  if (value === null) return t('Ends here: no rule of this series from then on')
  const values = Object.entries(value).map(([field, one]) => [field, valueText(field, one)])
  return translated(ruleWords[kind], Object.fromEntries(values))
}

/** The place of a rule as text. */
export const placeText = (scope: string): string =>
  translated(new Map<string, string>(Object.entries(rulePlaces)).get(scope) ?? scope)

/** The first day of rules without a legal beginning. */
const always = '1900-01-01'

/** The first and last day of a rule. */
export function spanText({ validFrom, validUntil }: Pick<StandingRule, 'validFrom' | 'validUntil'>): string {
  const from = dayText(validFrom)
  if (validUntil === null) return validFrom === always ? t('At all times') : t('Since {from}', { from })
  const until = dayText(validUntil)
  return validFrom === always ? t('Until {until}', { until }) : t('{from} to {until}', { from, until })
}

/** The certainty of a rule: the company's own, confirmed by the company, or as shipped. */
export type Surety = 'OURS' | 'CONFIRMED' | 'VERIFIED' | 'COMMON_KNOWLEDGE' | 'TO_BE_CONFIRMED'

export function suretyOf({ isOwn, trust, waits }: Pick<StandingRule, 'isOwn' | 'trust' | 'waits'>): Surety {
  if (isOwn) return 'OURS'
  if (trust === 'U') return waits ? 'TO_BE_CONFIRMED' : 'CONFIRMED'
  return trust === 'V' ? 'VERIFIED' : 'COMMON_KNOWLEDGE'
}

/** The user of the company who confirmed or entered a rule, and the day; undefined for unconfirmed shipped rules. */
export function answererText(rule: StandingRule): string | undefined {
  if (rule.confirmedAt !== null)
    return t('Confirmed by {name} on {day}', { name: rule.confirmedByName ?? dash, day: momentDay(rule.confirmedAt) })
  if (!rule.isOwn) return undefined
  return t('Entered by {name} on {day}', { name: rule.createdByName ?? dash, day: momentDay(rule.createdAt) })
}

/** After this many days somebody should look the rules up again. */
const staleDays = 180

/** The day of the oldest look-up among the shipped rules; undefined unless it is too long ago. */
export function staleSince(
  rules: readonly Pick<StandingRule, 'isOwn' | 'readOn' | 'standing'>[],
  today: string,
): string | undefined {
  const read = rules
    .filter(({ isOwn, standing }) => !isOwn && standing !== 'OVER')
    .flatMap(({ readOn }) => readOn ?? [])
  const [oldest] = read.toSorted()
  return oldest !== undefined && daysAfter(oldest, staleDays) < today ? oldest : undefined
}
