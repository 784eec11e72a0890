import type { BidBank, BidCheck, BidPlan, BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { dayText, rupees } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'

/** What the check of a tender says, as sentences. */

const listed = (names: readonly string[], type: Intl.ListFormatType) =>
  new Intl.ListFormat(locale, { type }).format(names)

/** The banks that the answer is about: those that guarantees are planned at, else all of them. */
function answering(banks: readonly BidBank[]) {
  const planned = banks.filter(({ isPlanned }) => isPlanned)
  return { isPlanned: planned.length > 0, banks: planned.length > 0 ? planned : banks }
}

/** Every bank that is planned at has to give its own; where none is, one is enough. */
function yes(all: readonly BidBank[]): string {
  const { isPlanned, banks } = answering(all)
  const givers = banks.filter(({ verdict }) => verdict === 'YES').map(({ facilityName }) => facilityName)
  return t('Yes: {banks} can give them', { banks: listed(givers, isPlanned ? 'conjunction' : 'disjunction') })
}

/** Of the banks that are planned at the one that is most short; where none is, the one that is least. */
function no(all: readonly BidBank[]): string {
  const { isPlanned, banks } = answering(all)
  const [first, ...others] = banks
    .filter(({ verdict }) => verdict === 'NO')
    .toSorted((one, other) => (isPlanned ? other.shortage - one.shortage : one.shortage - other.shortage))
  if (!first) return t('No')
  const short = { bank: first.facilityName, amount: rupees(first.shortage), day: dayText(first.firstShortOn) }
  if (all.length === 1) return t('No: short by {amount} from {day}', short)
  return isPlanned || others.length === 0
    ? t('No: {bank} is short by {amount} from {day}', short)
    : t('No: {bank} comes nearest, short by {amount} from {day}', short)
}

/** Why nothing can be judged. */
function unknown({ plans, missing }: BidCheck): string {
  if (plans.length > 0) return t('Not known: no limit of a bank is in use')
  return missing.length > 0
    ? t('Not known yet: its papers say too little')
    : t('No guarantee is left to plan: its papers ask for none, or each has its deposit or plan')
}

/** The answer of the whole check in one sentence. */
export function answerText(check: BidCheck): string {
  switch (check.verdict) {
    case 'YES':
      return yes(check.banks)
    case 'ONLY_ALONE':
      return t('Only if no other tender takes its guarantees')
    case 'NO':
      return no(check.banks)
    case null:
      return unknown(check)
  }
}

const bankAnswers: Readonly<Record<BidVerdict, string>> = {
  YES: t('Enough, with all that is planned'),
  ONLY_ALONE: t('Enough only if no other tender takes its guarantees'),
  NO: t('Not enough, even for this tender alone'),
}
const otherAnswers: Readonly<Record<BidVerdict, string>> = {
  YES: t('Could take over what is planned elsewhere'),
  ONLY_ALONE: t('Could take over what is planned elsewhere only if no other tender takes its guarantees'),
  NO: t('Could not take over what is planned elsewhere'),
}

type Judged = Pick<BidBank, 'verdict' | 'isPlanned'>

/** The answer of one of the banks: where another is planned at, whether it could give those guarantees instead. */
export const bankText = ({ verdict, isPlanned }: Judged, banks: readonly Judged[]) =>
  (isPlanned || !banks.some((bank) => bank.isPlanned) ? bankAnswers : otherAnswers)[verdict]

type Shortage = Pick<BidBank, 'firstShortOn' | 'shortage' | 'firstShortAloneOn' | 'shortageAlone'>

/** How much is missing from when on, with what others plan and without; nothing where it is enough. */
export function shortageTexts({ firstShortOn, shortage, firstShortAloneOn, shortageAlone }: Shortage): string[] {
  if (firstShortOn === null) return []
  return [
    t('With all that is planned: short from {day}, by {amount} at most', {
      day: dayText(firstShortOn),
      amount: rupees(shortage),
    }),
    firstShortAloneOn === null
      ? t('For this tender alone: enough')
      : t('For this tender alone: short from {day}, by {amount} at most', {
          day: dayText(firstShortAloneOn),
          amount: rupees(shortageAlone),
        }),
  ]
}

/** The days of a guarantee, and which bank is to give it. */
export function planText({ facilityName, neededOn, untilOn }: BidPlan): string {
  const days = `${dayText(neededOn)} – ${dayText(untilOn)}`
  return facilityName === null
    ? t('{days} · proposed by its papers', { days })
    : t('{days} · planned at {bank}', { days, bank: facilityName })
}

/** The banks as they are read: those that are planned at, then whoever can give most of it. */
export function inOrder(banks: readonly BidBank[]): BidBank[] {
  const places: readonly BidVerdict[] = ['YES', 'ONLY_ALONE', 'NO']
  const keyOf = ({ isPlanned, verdict, shortage }: BidBank) => [Number(!isPlanned), places.indexOf(verdict), shortage]
  return banks.toSorted((one, other) => {
    const others = keyOf(other)
    return keyOf(one).reduce((order, key, at) => order || key - (others[at] ?? 0), 0)
  })
}

/** That more than the answer is about is to come; nothing where it is about everything. */
export function besidesText({ plans }: Pick<BidCheck, 'plans'>): string | undefined {
  const isMixed = plans.some(({ planId }) => planId !== null) && plans.some(({ planId }) => planId === null)
  return isMixed ? t('The answer is about what is planned: what is only proposed is not in it yet.') : undefined
}
