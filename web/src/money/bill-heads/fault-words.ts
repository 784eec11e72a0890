import { agreementLabels } from '@plinth/api/money/agreements'
import { agreedHeadLabels } from '@plinth/api/money/bill-heads'
import type { TermsFault } from '@plinth/api/money/resolved-terms'
import { translated, worded } from '../../lib/language.ts'

const labels = new Map<string, string>(Object.entries({ ...agreedHeadLabels, ...agreementLabels }))

/** A missing input as a sentence that begins with the field; a fault about a rule is a complete sentence already. */
export function faultText(fault: TermsFault): string {
  const message = worded(fault)
  return fault.path === 'ruleKind' ? message : `${translated(labels.get(fault.path) ?? fault.path)} ${message}`
}
