import { daysAfter } from '@plinth/api/kernel/later-days'
import { type AgreedHead, basesOf, type HeadRule, headRules } from '@plinth/api/money/bill-heads'
import { type AgreedHeadName, agreedHeadNames, type ResolvedTerms } from '@plinth/api/money/resolved-terms'
import { ruleKindLabels } from '@plinth/api/money/rule-kinds'
import { dayText, percent, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'

/** The name of the rule that gives a head's percentage. */
export const ruleName = (rule: HeadRule): string =>
  rule === 'GST_TDS' ? t('GST TDS, as the places ask for') : translated(ruleKindLabels[rule])

/** The rules that a head can use, as options. */
export const ruleOptions = (head: AgreedHeadName) => headRules[head].map((value) => ({ value, label: ruleName(value) }))

/** The percentage of a head in the terms, with both halves of GST TDS added; undefined if unknown. */
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

/** The percentage of a row as text: 2.5%, that the head ends, or that a rule gives it, with the rule's percentage today if known. */
export function shareOfHead(
  { percent: share, ruleKind }: Pick<AgreedHead, 'percent' | 'ruleKind'>,
  byRule?: number,
): string {
  if (ruleKind !== null)
    return byRule === undefined ? t('By rule') : t('By rule: {percent}', { percent: percent(byRule) })
  return share === 0 ? t('Ends') : percent(share)
}

/** The other fields of a row as text, in the order of its form. */
export function detailsOf({ ruleKind, base, rounding, capPercent, mode }: AgreedHead): string[] {
  return [
    ruleKind && ruleName(ruleKind),
    base && t('of: {base}', { base: words(base) }),
    rounding === 'RUPEE' && words(rounding),
    mode && words(mode),
    capPercent !== null && t('at most {percent} of the agreed value', { percent: percent(capPercent) }),
  ].filter((text) => typeof text === 'string')
}

/** The initial fields of a new row of a head. */
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

/** A row with its last valid day and its standing. */
export interface DatedHead {
  row: AgreedHead
  until: string | null
  standing: HeadStanding
}

/** The rows of each head with their standing on a day, the latest first; each is valid until the day before the next. */
export function standingsOn(rows: readonly AgreedHead[], day: string): DatedHead[] {
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

/** The first and last valid day of a row. */
export const spanOf = ({ row, until }: DatedHead): string =>
  until === null
    ? t('Since {from}', { from: dayText(row.validFrom) })
    : t('{from} to {until}', { from: dayText(row.validFrom), until: dayText(until) })
