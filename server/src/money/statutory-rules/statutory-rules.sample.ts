import { statutoryRuleInput } from '@plinth/api/money/statutory-rules'
import type { Db } from '../../kernel/db/tenancy.ts'
import { confirm, create, list } from './statutory-rules.queries.ts'

/** The sample company's own rules, where its departments and its bank differ from the shipped ones. */
const ownRules = [
  {
    kind: 'LD_CAP',
    scope: 'IN-KA',
    validFrom: '2026-04-01',
    value: { percent: 7.5 },
    sourceTitle: 'Tender conditions of the Karnataka Public Works Department, as in our agreements',
    sourceReference: 'Clause 2(d)',
    publishedOn: '2026-02-16',
  },
  {
    kind: 'MSME_DAYS_AT_MOST',
    validFrom: '2026-07-01',
    value: { days: 30 },
    sourceTitle: 'Decision of our board: small suppliers are paid within a month',
  },
] as const

/** The remarks with which the sample company confirmed rules, by kind; the others stay unconfirmed. */
const remarks = {
  CERTIFICATE_DUE_GSTR7A: 'Asked our tax consultant, who finds them on the portal within the week.',
  E_INVOICE_TURNOVER: 'Read Notification 10/2023 on the site of CBIC: five crore since August 2023.',
}

/** Adds the sample company's own rules and its confirmations. */
export async function addSampleRules(db: Db): Promise<void> {
  for (const rule of ownRules) await create(db, statutoryRuleInput.parse(rule))
  const waiting = (await list(db, {})).filter(({ waits }) => waits)
  for (const { id, kind } of waiting) {
    const remark = new Map<string, string>(Object.entries(remarks)).get(kind)
    if (remark) await confirm(db, id, { remark })
  }
}
