import { agreementLabels } from '@plinth/api/money/agreements'
import { agreedHeadLabels } from '@plinth/api/money/bill-heads'
import type { TermsFault } from '@plinth/api/money/resolved-terms'
import { translated, worded } from '../../lib/language.ts'

const labels = new Map<string, string>(Object.entries({ ...agreedHeadLabels, ...agreementLabels }))

/** What is missing, as a sentence that begins with the field; one about a rule says it all by itself. */
export function faultText(fault: TermsFault): string {
  const said = worded(fault)
  return fault.path === 'ruleKind' ? said : `${translated(labels.get(fault.path) ?? fault.path)} ${said}`
}
