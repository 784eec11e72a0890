import { monthNames } from '@plinth/api/kernel/days'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError } from '../../kernel/errors.ts'
import { inRupees } from '../../kernel/rupees.ts'

/** The record that was stored first with a number that is entered again. */
export interface FirstRecord {
  id: string
  contractId: string
  depositId: string
  /** Its deposit as it is called. */
  deposit: string
  amount: number
  day: string
}

function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date} ${monthNames[Number(month) - 1]} ${year}`
}

/** The refusal of what is entered again: it says which record was first, and that a body which confirms the repeat is stored. */
export function repeated(text: string, { amount, day, ...first }: FirstRecord): AppError {
  const said = messageOf(text, { ...first, amount: inRupees(amount), day: dayText(day) })
  return new AppError(409, 'repeated', said, { fields: [{ path: 'isRepeatConfirmed', ...said }] })
}

/**
 * What a key has that tells one record from others: `NEFT` and `Order 7` stand on many receipts, `BG to be issued` on many
 * deposits.
 */
const telling = { receipt: '[0-9]{4}', deposit: '[0-9]' }

/** The key by which this number is compared; null where it tells nothing, which equals none. */
export const keyOf = (of: keyof typeof telling, number: string) =>
  sql`case when app.reference_key(${number}) ~ ${sql.lit(telling[of])} then app.reference_key(${number}) end`

/** Two entries of one number at the same moment go one after the other, until the transaction ends. */
export const lockKey = (db: Db, of: string, number: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${of} || ' ' || app.tenant_id() || ' ' || app.reference_key(${number}), 0))`.execute(
    db,
  )

async function numberOf(db: Db, instrumentId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ number: string | null }>`select i.number from instruments i
    where i.id = ${instrumentId} and i.deleted_at is null`.execute(db)
  return rows[0]?.number
}

interface Numbered {
  contractId: string
  instrumentNo: string
  /** The instrument that it stands on, whose number is its own whatever was typed. */
  instrumentId?: string | null | undefined
  /** The deposit that has the number from now on, where it is stored already. */
  id?: string
}

/**
 * Throws 409 when another deposit of the contract that was not rejected or cancelled has this instrument number, and tells which.
 * Deposits that stand on the same instrument of the register are no repeat. Of two that are entered at the same moment the second
 * waits here, and sees the first.
 */
export async function requireNewNumber(db: Db, entered: Numbered): Promise<void> {
  const { contractId, instrumentId = null, id = null } = entered
  const number = (instrumentId && (await numberOf(db, instrumentId))) || entered.instrumentNo
  await lockKey(db, `deposit ${contractId}`, number)
  const { rows } = await sql<FirstRecord>`select d.id, d.contract_id as "contractId", d.id as "depositId",
      d.deposit_type || ' ' || d.instrument_no as deposit, d.amount,
      coalesce(d.deposit_submitted_date, (d.created_at at time zone app.time_zone())::date) as day
    from security_deposits d where d.contract_id = ${contractId} and d.deleted_at is null and d.id is distinct from ${id}::uuid
      and (d.instrument_id = ${instrumentId}::uuid) is not true and d.status not in ('REJECTED', 'CANCELLED')
      and app.reference_key(d.instrument_no) = ${keyOf('deposit', number)}
    order by d.created_at, d.id limit 1`.execute(db)
  if (rows[0]) throw repeated('This number was entered before: {deposit}, {amount} of {day}', rows[0])
}
