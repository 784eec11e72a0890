import { monthNames } from '@plinth/api/kernel/days'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError } from '../../kernel/errors.ts'
import { inRupees } from '../../kernel/rupees.ts'

/** The record that was first stored with a number that is now entered again. */
export interface FirstRecord {
  id: string
  contractId: string
  depositId: string
  /** The type and number of its deposit. */
  deposit: string
  amount: number
  day: string
}

function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date} ${monthNames[Number(month) - 1]} ${year}`
}

/** The 409 for a repeated number. It names the first record, and its field tells the client how to confirm the repeat. */
export function repeatRefusal(text: string, { amount, day, ...first }: FirstRecord): AppError {
  const message = messageOf(text, { ...first, amount: inRupees(amount), day: dayText(day) })
  return new AppError(409, 'repeated', message, { fields: [{ path: 'isRepeatConfirmed', ...message }] })
}

/** Patterns of the keys that identify one record: many receipts say `NEFT` or `Order 7`, many deposits `BG to be issued`. */
const identifyingPatterns = { receipt: '[0-9]{4}', deposit: '[0-9]' }

/** The key by which a number is compared; null, which equals nothing, for a number that does not identify a record. */
export const keyOf = (of: keyof typeof identifyingPatterns, number: string) =>
  sql`case when app.reference_key(${number}) ~ ${sql.lit(identifyingPatterns[of])} then app.reference_key(${number}) end`

/** Makes transactions that enter the same number wait for each other. The lock lasts until the transaction ends. */
export const lockKey = (db: Db, of: string, number: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${of} || ' ' || app.tenant_id() || ' ' || app.reference_key(${number}), 0))`.execute(
    db,
  )

async function numberOf(db: Db, instrumentId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ number: string | null }>`select i.number from instruments i
    where i.id = ${instrumentId} and i.deleted_at is null`.execute(db)
  return rows[0]?.number
}

interface NumberedDeposit {
  contractId: string
  instrumentNo: string
  /** The instrument of the deposit. Its number replaces the typed one. */
  instrumentId?: string | null | undefined
  /** The deposit that gets the number, if it is stored already. */
  id?: string
}

/**
 * Throws 409 when another deposit of the contract that is not rejected or cancelled has this instrument number, and names it.
 * Deposits on the same instrument are no repeat. Of two deposits entered at the same moment, the second waits here and then finds
 * the first.
 */
export async function requireNewNumber(db: Db, deposit: NumberedDeposit): Promise<void> {
  const { contractId, instrumentId = null, id = null } = deposit
  const number = (instrumentId && (await numberOf(db, instrumentId))) || deposit.instrumentNo
  await lockKey(db, `deposit ${contractId}`, number)
  const { rows } = await sql<FirstRecord>`select d.id, d.contract_id as "contractId", d.id as "depositId",
      d.deposit_type || ' ' || d.instrument_no as deposit, d.amount,
      coalesce(d.deposit_submitted_date, (d.created_at at time zone app.time_zone())::date) as day
    from security_deposits d where d.contract_id = ${contractId} and d.deleted_at is null and d.id is distinct from ${id}::uuid
      and (d.instrument_id = ${instrumentId}::uuid) is not true and d.status not in ('REJECTED', 'CANCELLED')
      and app.reference_key(d.instrument_no) = ${keyOf('deposit', number)}
    order by d.created_at, d.id limit 1`.execute(db)
  if (rows[0]) throw repeatRefusal('This number was entered before: {deposit}, {amount} of {day}', rows[0])
}
