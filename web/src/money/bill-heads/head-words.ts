import { daysAfter } from '@plinth/api/kernel/later-days'
import { type AgreedHead, basesOf, type HeadRule, headRules } from '@plinth/api/money/bill-heads'
import { type AgreedHeadName, agreedHeadNames, type ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { dayText, percent, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

/** What the rule is called that a head goes by. */
export const ruleName = (rule: HeadRule): string =>
  rule === 'GST_TDS' ? t('GST TDS, as the places ask for') : translated(ruleKindLabels[rule])

/** The rules that a head can go by, to choose from. */
export const ruleOptions = (head: AgreedHeadName) => headRules[head].map((value) => ({ value, label: ruleName(value) }))

/** The percentage of a head in terms; nothing where it is not known. Halves of GST TDS are of one percentage. */
export function percentIn(terms: ResolvedTerms['terms'], head: AgreedHeadName): number | undefined {
  if (!terms) return undefined
  const rules = {
    GST: terms.gst.kind === 'NONE' ? null : terms.gst,
    WITHHELD: terms.withheld,
    RETENTION: terms.retention,
    ADVANCE_TAX: terms.advanceTax,
    IT_TDS: terms.incomeTaxTds,
    GST_TDS: terms.gstTds,
    CESS: terms.cess,
  } satisfies Record<AgreedHeadName, unknown>
  const rule = rules[head]
  if (!rule) return undefined
  return Number(rule.percent) * (head === 'GST_TDS' && terms.gstTds?.kind === 'CENTRAL_AND_STATE' ? 2 : 1)
}

/** How much a row says: 2.5%, that the head ends, or that a rule says it, with what that is today where it is known. */
export function shareOfHead(
  { percent: share, ruleKind }: Pick<AgreedHead, 'percent' | 'ruleKind'>,
  byRule?: number,
): string {
  if (ruleKind !== null)
    return byRule === undefined ? t('By rule') : t('By rule: {percent}', { percent: percent(byRule) })
  return share === 0 ? t('Ends') : percent(share)
}

/** What else a row says, in the order of its form. */
export function detailsOf({ ruleKind, base, rounding, capPercent, mode }: AgreedHead): string[] {
  return [
    ruleKind && ruleName(ruleKind),
    base && t('of: {base}', { base: words(base) }),
    rounding === 'RUPEE' && words(rounding),
    mode && words(mode),
    capPercent !== null && t('at most {percent} of the agreed value', { percent: percent(capPercent) }),
  ].filter((text) => typeof text === 'string')
}

/** What a new row of a head begins with. */
export const blankHead = (head: AgreedHeadName) => ({
  head,
  percent: null,
  ruleKind: null,
  base: basesOf[head]?.[0] ?? null,
  rounding: head === 'IT_TDS' || head === 'CESS' ? 'RUPEE' : 'PAISA',
  capPercent: null,
  mode: head === 'RETENTION' ? 'EACH_BILL' : null,
})

export type HeadStanding = 'IN_FORCE' | 'LATER' | 'EARLIER'

/** A row with the last day that it holds on, and how it stands. */
export interface HeldHead {
  row: AgreedHead
  until: string | null
  standing: HeadStanding
}

/** The rows of each head, the latest first, as they stand on a day: each holds until the day before the next. */
export function standingsOn(rows: readonly AgreedHead[], day: string): HeldHead[] {
  return agreedHeadNames.flatMap((head) => {
    const ofHead = rows
      .filter((row) => row.head === head)
      .toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
    return ofHead.map((row, at) => {
      const next = ofHead[at - 1]
      const until = next ? daysAfter(next.validFrom, -1) : null
      const isOver = until !== null && until < day
      return { row, until, standing: row.validFrom > day ? 'LATER' : isOver ? 'EARLIER' : 'IN_FORCE' }
    })
  })
}

/** From when to when a row holds. */
export const spanOf = ({ row, until }: HeldHead): string =>
  until === null
    ? t('Since {from}', { from: dayText(row.validFrom) })
    : t('{from} to {until}', { from: dayText(row.validFrom), until: dayText(until) })
