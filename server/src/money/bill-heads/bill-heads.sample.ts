import { agreedHeadInput } from '@plinth/api/money/bill-heads'
import { sql } from 'kysely'
import { actAs, type Db } from '../../kernel/db/tenancy.ts'
import type { DayAt } from '../../sample-values.ts'
import { addUsual, create } from './bill-heads.queries.ts'

const retention = { head: 'RETENTION', mode: 'EACH_BILL' }

/**
 * The heads of the sample's agreements beside the usual ones. Days count from today; a head without a day is valid
 * from the agreement's day.
 */
const addedHeads: Readonly<Record<string, readonly { from?: number; [field: string]: unknown }[]>> = {
  'CNNL/TVK/EE/41': [{ ...retention, percent: 2.5, capPercent: 5 }],
  'KPWD/CTA/EE/112': [
    { ...retention, percent: 5, capPercent: 5 },
    {
      ...retention,
      percent: 2.5,
      capPercent: 5,
      from: -45,
      comment: 'Lowered by the department’s letter on retention.',
    },
  ],
  'KPWD/HSN/EE/131': [{ ...retention, percent: 2.5, capPercent: 5 }],
  'WO/26/014': [
    { head: 'GST', percent: 18 },
    { ...retention, percent: 5 },
    { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_INDIVIDUAL', base: 'TAXABLE', rounding: 'RUPEE' },
  ],
  'WO/25/031': [
    { head: 'GST', percent: 18 },
    { ...retention, percent: 5, mode: 'FINAL_ONLY' },
    { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_OTHER', base: 'TAXABLE', rounding: 'RUPEE' },
  ],
}

/** Adds the bill heads of the sample's agreements. */
export async function addSampleHeads(
  db: Db,
  { owner, accounts }: { owner: string; accounts: string },
  dayAt: DayAt,
): Promise<void> {
  await actAs(db, accounts)
  const agreements = await sql<{ id: string; number: string; direction: string; agreedOn: string | null }>`
    select id, number, direction, agreed_on as "agreedOn" from agreements`.execute(db)
  for (const { id, number, direction, agreedOn } of agreements.rows) {
    if (direction === 'RECEIVABLE') await addUsual(db, id)
    for (const { from, ...head } of addedHeads[number] ?? []) {
      const validFrom = from === undefined ? agreedOn : dayAt(from)
      await create(db, id, agreedHeadInput.parse({ ...head, validFrom }))
    }
  }
  await actAs(db, owner)
}
