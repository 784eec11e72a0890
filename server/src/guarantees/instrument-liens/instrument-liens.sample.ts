import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, earlier, type SamplePaper } from '../../sample-values.ts'
import { create } from '../instruments/instruments.queries.ts'
import { add } from './instrument-liens.queries.ts'

/** Stores receipts with liens for the margins of the three largest guarantees. */
export async function addSampleLiens(
  db: Db,
  guarantees: readonly SamplePaper[],
  dayAt: DayAt,
  today: string,
): Promise<void> {
  const largest = guarantees.toSorted((one, other) => other.amount - one.amount).slice(0, 3)
  for (const [at, { id, amount, bank, issuedOn, lodgedOn }] of largest.entries()) {
    const margin = Math.ceil((amount * 0.15) / 1_000) * 1_000
    const receipt = await create(db, {
      kind: 'FDR',
      number: `FDR 41${at}2007${at}85`,
      issuer: bank,
      amount: margin + 25_000 * at,
      issuedOn,
      maturesOn: daysAfter(dayAt(0), 18 + 150 * at),
      state: 'ISSUED',
      happenedOn: earlier(issuedOn, today),
    })
    await add(db, id, { receiptId: receipt.id, amount: margin, markedOn: earlier(issuedOn, lodgedOn) })
  }
}
