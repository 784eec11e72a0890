import type { ListedGeneralTask } from '@plinth/api/general-tasks'
import { nextDays, type RepeatUnit, type Repetition } from '@plinth/api/repetition'
import { decimal } from '../lib/format.ts'
import { t } from '../lib/language.ts'

type Fields = Pick<ListedGeneralTask, 'dueOn' | 'repeatEvery' | 'repeatUnit' | 'repeatFrom'>

const everyOne: Record<RepeatUnit, string> = {
  DAYS: t('every day'),
  WEEKS: t('every week'),
  MONTHS: t('every month'),
  YEARS: t('every year'),
}

function everySo(unit: RepeatUnit, count: number): string {
  const values = { count: decimal(count) }
  switch (unit) {
    case 'DAYS':
      return t('every {count} days', values)
    case 'WEEKS':
      return t('every {count} weeks', values)
    case 'MONTHS':
      return t('every {count} months', values)
    case 'YEARS':
      return t('every {count} years', values)
  }
}

/** How often a task repeats, in words; nothing where it does not. */
export function repetitionText({ repeatEvery, repeatUnit }: Pick<Fields, 'repeatEvery' | 'repeatUnit'>): string {
  if (!repeatEvery || !repeatUnit) return ''
  return repeatEvery === 1 ? everyOne[repeatUnit] : everySo(repeatUnit, repeatEvery)
}

/** The series that saving leaves: it stays unless the repetition is changed, or the day due comes to lie before it. */
function seriesOf(typed: Fields, stored: Fields | undefined): Repetition | undefined {
  const { dueOn, repeatEvery: every, repeatUnit: unit, repeatFrom } = typed
  if (!dueOn || !every || !unit || !Number.isInteger(every) || every < 1 || every > 365) return undefined
  const isSame = stored?.repeatEvery === every && stored.repeatUnit === unit
  const isSaid = repeatFrom !== (stored?.repeatFrom ?? null)
  const from = repeatFrom && (isSaid || isSame) ? repeatFrom : dueOn
  return { from: from < dueOn ? from : dueOn, every, unit }
}

/** The days on which the next ones will be due, as far as it is typed. */
export function nextDaysOf(typed: Fields, stored?: Fields): string[] {
  const series = seriesOf(typed, stored)
  return series && typed.dueOn ? nextDays(series, typed.dueOn, 3) : []
}
