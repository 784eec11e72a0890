import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { type Coverage, type CoverageState, coverageGaps } from '@plinth/api/reminders/reminder-coverage'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** The states of coverage, short enough for a chip. */
export const stateTexts: Record<CoverageState, string> = {
  COVERED: t('Told'),
  NO_RULE: t('No rule'),
  NO_STEP_LEFT: t('No step left'),
  NOBODY: t('Nobody named'),
  NOBODY_MAY_SEE: t('May not view it'),
  WAIVED: t('Waived'),
}

/** The states of coverage with their reasons; empty for a waived deadline, which shows its own reason. */
export const reasonTexts: Record<CoverageState, string> = {
  COVERED: t('Will be told'),
  NO_RULE: t('No rule tells of it'),
  NO_STEP_LEFT: t('Every step of its rules is past'),
  NOBODY: t('Nobody is named, or who is named is switched off'),
  NOBODY_MAY_SEE: t('Who is named may not view it'),
  WAIVED: '',
}

type Sums = Pick<Coverage, 'total' | 'covered' | 'gaps' | 'waived'>

/** The summary of the page: "12 of 310 duties will be told to nobody." */
export function sumText({ total, covered, gaps, waived }: Sums): string {
  const [totalText, coveredText, waivedText] = [decimal(total), decimal(covered), decimal(waived)]
  if (total === 0) return t('No duty is open.')
  if (gaps > 0 && total === 1) return t('The only duty will be told to nobody.')
  if (gaps > 0) return t('{gaps} of {total} duties will be told to nobody.', { gaps: decimal(gaps), total: totalText })
  if (covered === 0) return t('Nothing is to be told: every duty is waived.')
  if (waived > 0)
    return t('Every duty that is not waived will be told: {covered} of {total}, {waived} waived.', {
      covered: coveredText,
      total: totalText,
      waived: waivedText,
    })
  return total === 1
    ? t('The only duty will be told to somebody.')
    : t('All {total} duties will be told to somebody.', { total: totalText })
}

type Kinds = Coverage['kinds']

/** Kinds whose number of stored deadlines differs from that of the records. */
export const lostKinds = (kinds: Kinds) => kinds.filter(({ total, counted }) => total !== counted)

/** The number of deadlines counted from the records. */
export const countedIn = (kinds: Kinds) => kinds.reduce((sum, { counted }) => sum + counted, 0)

/** The number of deadlines of a kind in a state. */
export const countOf = ({ states }: Pick<Kinds[number], 'states'>, state: CoverageState) =>
  states.find((one) => one.state === state)?.count ?? 0

/** The number of deadlines in a state, of the chosen kinds or of all if none is chosen. */
export const countIn = (kinds: Kinds, state: CoverageState, chosen: readonly DeadlineKind[]) =>
  kinds
    .filter(({ kind }) => chosen.length === 0 || chosen.includes(kind))
    .reduce((sum, kind) => sum + countOf(kind, state), 0)

const gapsOf = (kind: Kinds[number]) => coverageGaps.reduce((sum, state) => sum + countOf(kind, state), 0)

/** Sorts kinds: those with differing counts first, then those with the most gaps. */
export const worstFirst = (kinds: Kinds): Kinds =>
  kinds.toSorted(
    (one, other) =>
      Number(other.total !== other.counted) - Number(one.total !== one.counted) || gapsOf(other) - gapsOf(one),
  )
