import type { CalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { kindText } from '../deadlines/deadline-words.ts'

export const scopeTexts: Readonly<Record<CalendarFeed['scope'], string>> = {
  MINE: t('Mine alone'),
  ALL: t('All that I may see'),
}

export const detailTexts: Readonly<Record<CalendarFeed['detail'], string>> = {
  DATES_ONLY: t('What to do and the bid ID'),
  FULL: t('Names, amounts and owners too'),
}

/** The maximum number of kinds that are named; more are counted. */
const maxNamed = 3

function kindsText(kinds: readonly DeadlineKind[]): string {
  if (kinds.length === 0) return t('Every kind')
  if (kinds.length > maxNamed) return t('{count} kinds', { count: kinds.length })
  return kinds.map(kindText).join(', ')
}

/** Scope, kinds and detail of a feed. */
export const showsText = ({ scope, detail, kinds }: Pick<CalendarFeed, 'scope' | 'detail' | 'kinds'>) =>
  [scopeTexts[scope], kindsText(kinds), detailTexts[detail]].join(' · ')

/** When a feed was last read. */
export const readText = ({ lastReadAt }: Pick<CalendarFeed, 'lastReadAt'>) =>
  lastReadAt === null ? t('Not read yet') : t('Last read {moment}', { moment: momentText(lastReadAt) })
