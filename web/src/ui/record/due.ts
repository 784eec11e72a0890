import { daysBetween } from '@plinth/api/kernel/later-days'
import { today } from '../../lib/days.ts'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Due } from './RecordHead.tsx'

interface Course {
  /** The day by which it was to end. */
  due: string | null | undefined
  /** The day on which it ended; empty if it has not. */
  ended?: string | null | undefined
  /** Whether nothing more is to be done. */
  isOver?: boolean
}

/** The days left until a day, or how late it is; `onTheDay` is the text on the day itself. */
export function leftUntil(due: string, now: string, onTheDay = t('due today')): Due {
  const days = daysBetween(due, now)
  if (days > 0) return { text: t('{days} late', { days: counted(days, 'day') }), isLate: true }
  return { text: days === 0 ? onTheDay : t('{days} left', { days: counted(-days, 'day') }), isLate: false }
}

/** The days left until a day, or how late it is; undefined if that does not matter any more. */
export function dueOf({ due, ended, isOver = false }: Course, now = today()): Due | undefined {
  if (!due || (!ended && isOver)) return undefined
  const left = leftUntil(due, ended ?? now)
  return ended && !left.isLate ? undefined : left
}
