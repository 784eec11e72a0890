import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { type Coverage, type CoverageState, coverageGaps } from '@plinth/api/reminders/reminder-coverage'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** What becomes of a deadline, as short as a chip. */
export const stateTexts: Record<CoverageState, string> = {
  COVERED: t('Told'),
  NO_RULE: t('No rule'),
  NO_STEP_LEFT: t('No step left'),
  NOBODY: t('Nobody named'),
  NOBODY_MAY_SEE: t('May not view it'),
  WAIVED: t('Waived'),
}

/** What becomes of a deadline and why; nothing of one that is waived, which says it by its own words. */
export const reasonTexts: Record<CoverageState, string> = {
  COVERED: t('Will be told'),
  NO_RULE: t('No rule tells of it'),
  NO_STEP_LEFT: t('Every step of its rules is past'),
  NOBODY: t('Nobody is named, or who is named is switched off'),
  NOBODY_MAY_SEE: t('Who is named may not view it'),
  WAIVED: '',
}

type Sums = Pick<Coverage, 'total' | 'covered' | 'gaps' | 'waived'>

/** The one sentence that the page is about: "12 of 310 deadlines will be told to nobody." */
export function sumText({ total, covered, gaps, waived }: Sums): string {
  const [all, told, left] = [decimal(total), decimal(covered), decimal(waived)]
  if (total === 0) return t('No duty is open.')
  if (gaps > 0 && total === 1) return t('The only duty will be told to nobody.')
  if (gaps > 0) return t('{gaps} of {total} duties will be told to nobody.', { gaps: decimal(gaps), total: all })
  if (covered === 0) return t('Nothing is to be told: every duty is waived.')
  if (waived > 0)
    return t('Every duty that is not waived will be told: {covered} of {total}, {waived} waived.', {
      covered: told,
      total: all,
      waived: left,
    })
  return total === 1
    ? t('The only duty will be told to somebody.')
    : t('All {total} duties will be told to somebody.', { total: all })
}

type Kinds = Coverage['kinds']

/** Kinds of which other deadlines are read than the records count. */
export const lostKinds = (kinds: Kinds) => kinds.filter(({ total, counted }) => total !== counted)

/** How many deadlines the records count. */
export const countedIn = (kinds: Kinds) => kinds.reduce((sum, { counted }) => sum + counted, 0)

/** How many deadlines of a kind have a state. */
export const countOf = ({ states }: Pick<Kinds[number], 'states'>, state: CoverageState) =>
  states.find((one) => one.state === state)?.count ?? 0

/** How many deadlines of these kinds, or of all where none is named, have a state. */
export const countIn = (kinds: Kinds, state: CoverageState, chosen: readonly DeadlineKind[]) =>
  kinds
    .filter(({ kind }) => chosen.length === 0 || chosen.includes(kind))
    .reduce((sum, kind) => sum + countOf(kind, state), 0)

const gapsOf = (kind: Kinds[number]) => coverageGaps.reduce((sum, state) => sum + countOf(kind, state), 0)

/** Kinds with what is amiss first: those that are lost, then those with the most gaps. */
export const worstFirst = (kinds: Kinds): Kinds =>
  kinds.toSorted(
    (one, other) =>
      Number(other.total !== other.counted) - Number(one.total !== one.counted) || gapsOf(other) - gapsOf(one),
  )
