import type { BidBank } from '@plinth/api/guarantees/guarantee-headroom'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { type Coming, comingOf } from '../guarantee-headroom/limit-words.ts'

/** A guarantee that would have to come free to make a limit enough. */

export type Mend = BidBank['mends'][number]

/** The heading of the guarantees below: they must come free first, or even all of them would not be enough. */
export function mendHead({ mends, isMended }: Pick<BidBank, 'mends' | 'isMended'>): string {
  if (isMended) return t('It would be enough once these have come free:')
  return mends.length > 0
    ? t('Not even without all of these would it be enough:')
    : t('No guarantee under this limit is in the way: the limit itself and what others plan are.')
}

/** When a guarantee comes free, and how certain that is. */
export function freeText(mend: Pick<Mend, 'on' | 'isCertain' | 'isOverdue'>): string {
  const day = dayText(mend.on)
  const texts: Readonly<Record<Coming, string>> = {
    certain: t('free from {day}, certain', { day }),
    expected: t('expected to be free from {day}, once its paper is back', { day }),
    late: t('was expected back: fetch its paper'),
    unknown: t('nobody can say when: it is claimed, or has no last day'),
  }
  return texts[comingOf(mend)]
}

/** Whether it comes free in time. */
export function timeText({ isInTime, isOverdue }: Pick<Mend, 'isInTime' | 'isOverdue'>): string {
  if (!isInTime) return t('too late')
  return isOverdue ? t('in time, if it is fetched now') : t('in time')
}
