import { statesUnderWay } from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Due } from '../../ui/record/RecordHead.tsx'

/** How many days are left until an instrument runs out, or how long ago it did; undefined if it is not under way. */
export function runningOut({ endsOn, state }: Pick<Instrument, 'state' | 'endsOn'>, today: string): Due | undefined {
  if (!endsOn || !statesUnderWay.includes(state)) return undefined
  const days = daysBetween(today, endsOn)
  if (days < 0) return { text: t('ran out {days} ago', { days: counted(-days, 'day') }), isLate: true }
  return { text: days === 0 ? t('runs out today') : t('{days} left', { days: counted(days, 'day') }), isLate: false }
}
