import type { ListedGeneralTask } from '@plinth/api/works/general-tasks'
import { nextDays, type RepeatUnit } from '@plinth/api/works/repetition'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

type Fields = Pick<ListedGeneralTask, 'dueOn' | 'repeatEvery' | 'repeatUnit' | 'repeatFrom'>
type Stored = Fields & Pick<ListedGeneralTask, 'seriesOn'>

const everyOne: Record<RepeatUnit, string> = {
  DAYS: t('every day'),
  WEEKS: t('every week'),
  MONTHS: t('every month'),
  YEARS: t('every year'),
}

function everyCount(unit: RepeatUnit, count: number): string {
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

/** The interval of a repetition in words; empty if the task does not repeat. */
export function repetitionText({ repeatEvery, repeatUnit }: Pick<Fields, 'repeatEvery' | 'repeatUnit'>): string {
  if (!repeatEvery || !repeatUnit) return ''
  return repeatEvery === 1 ? everyOne[repeatUnit] : everyCount(repeatUnit, repeatEvery)
}

/** The next due days by what is typed: a moved task stays in its series, and keeps its day in it. */
export function nextDaysOf(typed: Fields, stored?: Stored): string[] {
  const { dueOn, repeatEvery: every, repeatUnit: unit, repeatFrom } = typed
  if (!dueOn || !every || !unit || !Number.isInteger(every) || every < 1 || every > 365) return []
  const isSame = stored?.repeatEvery === every && stored.repeatUnit === unit
  const isFromChanged = repeatFrom !== (stored?.repeatFrom ?? null)
  if (isSame && !isFromChanged && repeatFrom && stored.seriesOn)
    return nextDays({ from: repeatFrom, every, unit }, stored.seriesOn, 3)
  const from = isFromChanged && repeatFrom && repeatFrom < dueOn ? repeatFrom : dueOn
  return nextDays({ from, every, unit }, dueOn, 3)
}
