import type { FacilityHeadroom, Freed, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted, dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** How many days ahead the review of a limit is announced. */
const reviewWithin = 30

type LimitSteps = Pick<FacilityHeadroom, 'steps' | 'firstShortOn' | 'isActive'>

const firstShort = ({ steps, firstShortOn }: LimitSteps) => steps.find(({ on }) => on === firstShortOn)

const deepest = (steps: readonly HeadroomStep[]) =>
  steps.reduce((least, step) => (step.headroom < least.headroom ? step : least))

/** "Short from 03 Feb 2027 by ₹4,00,000.00", or that the limit is enough until the last day of the span. */
export function shortText(limit: LimitSteps, { from, until }: { from: string; until: string }): string {
  const short = firstShort(limit)
  if (!short)
    return limit.isActive
      ? t('Enough for all that is planned until {day}', { day: dayText(until) })
      : t('Not in use any more: nothing new is given under it')
  const worst = deepest(limit.steps)
  const amount = rupees(-short.headroom)
  const start =
    short.on === from
      ? t('Short today by {amount}', { amount })
      : t('Short from {day} by {amount}', { day: dayText(short.on), amount })
  return worst.headroom === short.headroom
    ? start
    : `${start}, ${t('from {day} by {amount}', { day: dayText(worst.on), amount: rupees(-worst.headroom) })}`
}

/** What remains of a shortage if papers come back as expected; undefined if they change nothing. */
export function ifExpectedText({ steps, firstShortOn }: LimitSteps): string | undefined {
  if (firstShortOn === null) return undefined
  const on = steps.find(({ expected }) => expected < 0)?.on
  if (on === undefined) return t('If papers come back as expected, it is enough.')
  if (on === firstShortOn) return undefined
  return t('If papers come back as expected, it is short only from {day}.', { day: dayText(on) })
}

/** The number of a guarantee, or "Guarantee" if it has none yet or the user may not view contracts. */
export const numberOf = ({ number }: Pick<Freed, 'number'>) => number || t('Guarantee')

/** A sentence that names what must come free first; undefined if the limit is not short. */
export function firstToFreeText({ mends }: Pick<FacilityHeadroom, 'mends'>): string | undefined {
  if (!mends) return t('It would not be enough even if every guarantee under it came free.')
  if (mends.length === 0) return undefined
  const names = mends.map((one) => `${numberOf(one)} (${rupees(one.amount)})`).join(', ')
  return t('What must come free first: {guarantees}', { guarantees: names })
}

export type Coming = 'certain' | 'expected' | 'late' | 'unknown'

/** How certain it is that a guarantee comes free. */
export function comingOf({ on, isCertain, isOverdue }: Pick<Freed, 'on' | 'isCertain' | 'isOverdue'>): Coming {
  if (on === null) return 'unknown'
  if (isOverdue) return 'late'
  return isCertain ? 'certain' : 'expected'
}

/** Says that the bank's review of a limit is near or overdue; undefined while it is far ahead. */
export function reviewText(reviewOn: string | null, today: string): string | undefined {
  if (reviewOn === null) return undefined
  const days = daysBetween(today, reviewOn)
  if (days > reviewWithin) return undefined
  const day = dayText(reviewOn)
  if (days < 0) return t('The review of this limit was due on {day}', { day })
  if (days === 0) return t('The bank reviews this limit today')
  return t('The bank reviews this limit on {day}, in {days}', { day, days: counted(days, 'day') })
}

/** Describes the line for users of screen readers. */
export function lineText(steps: readonly HeadroomStep[], { until }: { until: string }): string {
  const [first] = steps
  if (!first) return ''
  const worst = deepest(steps)
  return t('Left of the limit until {until}: {now} today, least {least} from {day}', {
    until: dayText(until),
    now: rupees(first.headroom),
    least: rupees(worst.headroom),
    day: dayText(worst.on),
  })
}
