import { bgPlanInput } from '@plinth/api/guarantees/bg-plans'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt } from '../../sample-values.ts'
import { create } from './bg-plans.queries.ts'

/** A tender that will need a performance guarantee if it is won. */
interface OpenTender {
  id: string
  value: number
  resultDate: string | null
}

const openTenders = sql<OpenTender>`select id, tender_bid_value as value, result_date as "resultDate" from contracts
  where status in ('SUBMITTED', 'DRAFT', 'ACCEPTED') and tender_bid_value > 0 order by bid_id limit 6`

/** Stores plans of performance guarantees for the sample's open tenders: most at the bank with the largest limit, one dropped. */
export async function addSamplePlans(db: Db, dayAt: DayAt): Promise<void> {
  const facilities = await sql<{ id: string }>`select id from bank_facilities order by limit_amount desc`.execute(db)
  const { rows } = await openTenders.execute(db)
  for (const [at, { id: contractId, value, resultDate }] of rows.entries()) {
    const planned = daysAfter(dayAt(0), 20 + 25 * at)
    const neededOn = resultDate && resultDate > dayAt(0) ? daysAfter(resultDate, 15) : planned
    await create(
      db,
      bgPlanInput.parse({
        contractId,
        facilityId: facilities.rows[at % 3 === 2 ? 1 : 0]?.id,
        purpose: 'PERFORMANCE_SECURITY',
        amount: Math.round(value * 0.05),
        neededOn,
        untilOn: daysAfter(neededOn, 540),
        state: at === 5 ? 'DROPPED' : 'PLANNED',
        comment: at === 5 ? 'By a surety bond instead.' : null,
      }),
    )
  }
}
