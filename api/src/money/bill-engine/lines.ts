import { add, decimal, textOf } from '../../kernel/decimal.ts'
import type { BillHead, BillLine, BillTerms, Figure } from './bill.ts'
import { figureOf, percentText, rupees, sumOf } from './figures.ts'
import type { HeadAmount } from './head-amounts.ts'
import { invoiceHeads, signed } from './heads.ts'

const isOfInvoice = new Set<BillHead>(invoiceHeads)

/** A line from its amount since; `previous` is decimal text. */
export function lineOf(head: BillHead, previous: string, { since, base, percent, ruleIds }: HeadAmount): BillLine {
  const before = rupees(previous)
  return {
    head,
    ...figureOf(add(before, since), before),
    base: base && textOf(base),
    percent: percent && percentText(percent),
    ruleIds,
    replaced: null,
  }
}

/** The GST of a bill, from its lines; a head that has only a previous amount has no percentage. */
export function gstOf(lines: readonly Pick<BillLine, 'head' | 'percent' | 'ruleIds'>[]): BillTerms['gst'] {
  for (const { head, percent, ruleIds } of lines) {
    if (percent === null) continue
    if (head === 'CGST') {
      const whole = percentText(add(decimal(percent), decimal(percent)))
      return { kind: 'CENTRAL_AND_STATE', percent: whole, ruleIds }
    }
    if (head === 'IGST') return { kind: 'INTEGRATED', percent, ruleIds }
  }
  return { kind: 'NONE', percent: '0', ruleIds: [] }
}

/** The sum of lines with their signs in the net. */
function sumOfLines(lines: readonly BillLine[]): Figure {
  const sum = (part: 'upto' | 'previous') => sumOf(lines.map((line) => signed(line.head, rupees(line[part]))))
  return figureOf(sum('upto'), sum('previous'))
}

/** Invoice and net, from the lines. */
export const sumsOf = (lines: readonly BillLine[]) => ({
  invoice: sumOfLines(lines.filter(({ head }) => isOfInvoice.has(head))),
  net: sumOfLines(lines),
})
