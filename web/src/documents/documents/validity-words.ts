import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** From this many days before its end a document is marked: renewing one takes weeks. */
const soonDays = 60

export interface Left {
  text: string
  tone: 'soon' | 'over'
}

/** The days left until the end of that day, or the days since it; null while the end is far off. */
export function leftOf(validUntil: string, now: string): Left | null {
  const days = daysBetween(now, validUntil)
  if (days > soonDays) return null
  if (days < 0) return { text: t('ran out {days} ago', { days: counted(-days, 'day') }), tone: 'over' }
  return { text: days === 0 ? t('runs out today') : t('{days} left', { days: counted(days, 'day') }), tone: 'soon' }
}
