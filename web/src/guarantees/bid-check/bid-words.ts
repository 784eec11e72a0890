import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import type { BidBank, BidCheck, BidPlan, BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { dayText, rupees, words } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'

/** The texts of the bid check. */

const listed = (names: readonly string[], type: Intl.ListFormatType) =>
  new Intl.ListFormat(locale, { type }).format(names)

/** The banks that the answer is about: those with planned guarantees, else all. */
function answering(banks: readonly BidBank[]) {
  const planned = banks.filter(({ isPlanned }) => isPlanned)
  return { isPlanned: planned.length > 0, banks: planned.length > 0 ? planned : banks }
}

/** With plans, every planned bank must be able to give its guarantees; without plans, one bank is enough. */
function yes(all: readonly BidBank[]): string {
  const { isPlanned, banks } = answering(all)
  const givers = banks.filter(({ verdict }) => verdict === 'YES').map(({ facilityName }) => facilityName)
  return t('Yes: {banks} can give them', { banks: listed(givers, isPlanned ? 'conjunction' : 'disjunction') })
}

/** With plans, the planned bank with the largest shortage; without plans, the bank with the smallest. */
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

/** The answer for one bank. If guarantees are planned at another bank, whether this one could give them instead. */
export const bankText = ({ verdict, isPlanned }: Judged, banks: readonly Judged[]) =>
  (isPlanned || !banks.some((bank) => bank.isPlanned) ? bankAnswers : otherAnswers)[verdict]

type Shortage = Pick<BidBank, 'firstShortOn' | 'shortage' | 'firstShortAloneOn' | 'shortageAlone'>

/** The amount that is missing and from which day, with and without what others plan; empty when the limit is enough. */
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

/** The days of a guarantee, and the bank that is to give it. */
export function planText({ facilityName, neededOn, untilOn }: BidPlan): string {
  const days = `${dayText(neededOn)} – ${dayText(untilOn)}`
  return facilityName === null
    ? t('{days} · proposed by its papers', { days })
    : t('{days} · planned at {bank}', { days, bank: facilityName })
}

/** The banks in the order in which they are shown: those with plans first, then those that can give most. */
export function inDisplayOrder(banks: readonly BidBank[]): BidBank[] {
  const places: readonly BidVerdict[] = ['YES', 'ONLY_ALONE', 'NO']
  const keyOf = ({ isPlanned, verdict, shortage }: BidBank) => [Number(!isPlanned), places.indexOf(verdict), shortage]
  return banks.toSorted((one, other) => {
    const others = keyOf(other)
    return keyOf(one).reduce((order, key, at) => order || key - (others[at] ?? 0), 0)
  })
}

/** A note that the answer does not include the proposed guarantees; undefined when it covers all. */
export function proposedNoteText({ plans }: Pick<BidCheck, 'plans'>): string | undefined {
  const isMixed = plans.some(({ planId }) => planId !== null) && plans.some(({ planId }) => planId === null)
  return isMixed ? t('The answer is about what is planned: what is only proposed is not in it yet.') : undefined
}

/** The effect of a claimed or accepted exemption on the guarantee planned for its purpose. */
export function exemptText({ purpose, state, amount }: Pick<DepositExemption, 'purpose' | 'state' | 'amount'>): string {
  const values = { purpose: words(purpose), amount: rupees(amount) }
  if (state === 'ACCEPTED')
    return amount === null
      ? t('An exemption from {purpose} was accepted: no guarantee for it need be planned.', values)
      : t('An exemption from {purpose} was accepted: {amount} of it need not be guaranteed.', values)
  return amount === null
    ? t('An exemption from {purpose} is claimed: while that stands, no guarantee for it need be planned.', values)
    : t('An exemption from {purpose} is claimed: while that stands, {amount} of it need not be guaranteed.', values)
}
