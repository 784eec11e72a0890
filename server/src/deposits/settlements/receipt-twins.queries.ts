import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type FirstRecord, keyOf, lockKey, repeatRefusal } from '../deposits/repeats.queries.ts'

/**
 * Throws 409 when a receipt with this reference is already booked in the company, and names it. A reference that identifies no
 * payment is not compared. Of two receipts booked at the same moment, the second waits here and then finds the first.
 */
export async function requireNoRepeat(db: Db, reference: string): Promise<void> {
  await lockKey(db, 'receipt', reference)
  const { rows } = await sql<FirstRecord>`select s.id, d.contract_id as "contractId", d.id as "depositId",
      d.deposit_type || ' ' || d.instrument_no as deposit, s.amount, s.settled_on as day
    from deposit_settlements s join security_deposits d on d.tenant_id = s.tenant_id and d.id = s.deposit_id
    where s.reference_key = ${keyOf('receipt', reference)} and s.reference is not null and s.kind = 'RECEIVED'
      and s.cancelled_at is null and d.deleted_at is null
    order by s.created_at, s.id limit 1`.execute(db)
  if (rows[0]) throw repeatRefusal('This reference was booked before: {amount} on {day}, of {deposit}', rows[0])
}
