import {
  type addSettlement,
  type addWriteOff,
  type Settlement,
  type SettlementKind,
  settlementInput,
} from '@plinth/api/deposits/settlements'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'
import { inRupees } from '../../kernel/rupees.ts'
import { deposits } from '../deposits/deposits.queries.ts'
import * as carrying from './carrying.queries.ts'
import { requireNoRepeat } from './receipt-twins.queries.ts'

const settlements = records<Settlement>({
  table: 'deposit_settlements',
  fields: Object.keys(settlementInput.shape).filter((name) => name !== 'deducted' && name !== 'isRepeatConfirmed'),
  fixed: ['depositId', 'source', 'cancelledAt', 'cancelledWhy'],
  computed: {
    ...authorsOf('deposit_settlements'),
    cancelledByName: sql`(select u.username from users u where u.tenant_id = deposit_settlements.tenant_id
      and u.id = deposit_settlements.cancelled_by)`,
  },
})

/** Of which contract, and which of its deposits. */
interface Of {
  contractId: string
  depositId: string
}

/**
 * What became of a deposit, newest first, with what was cancelled but for what followed a status that was taken back, of which
 * the status history tells. Throws 404 when the contract has no such deposit.
 */
export async function list(db: Db, { contractId, depositId }: Of): Promise<Settlement[]> {
  await deposits.get(db, { contractId, id: depositId })
  const { column } = settlements
  const told = sql<SqlBool>`${column('depositId')} = ${depositId}
    and (${column('source')} = 'ENTERED' or ${column('cancelledAt')} is null)`
  return settlements.list(db, [told], { field: 'createdAt', direction: 'desc' })
}

/** One part of a deposit that is booked. */
interface Part {
  kind: SettlementKind
  amount: number
  settledOn: string
  reason?: string | null | undefined
  intoDepositId?: string | null | undefined
}

/**
 * Books parts of a deposit in one transaction; answers the first. Throws 404 when the contract has no such deposit, 409 when
 * they are together more than what is open of it. What the database refuses besides: a day after today or before the deposit was
 * submitted, another contract's deposit, a deposit that was never paid.
 */
async function book(db: Db, { contractId, depositId }: Of, parts: readonly Part[]): Promise<Settlement> {
  const into = parts[0]?.intoDepositId
  if (into) await carrying.lock(db, depositId, into)
  const { openAmount } = await deposits.getForUpdate(db, { contractId, id: depositId })
  if (sumInPaise(parts.map(({ amount }) => amount)) > paiseOf(openAmount)) {
    const said = messageOf('Only {open} of this deposit is open', { open: inRupees(openAmount) })
    throw conflict(said, [{ path: 'amount', ...said }])
  }
  if (into)
    await carrying.requireRoom(
      db,
      { into, contractId },
      parts.map(({ amount }) => amount),
    )
  const booked: Settlement[] = []
  for (const part of parts) booked.push(await settlements.insert(db, part, { depositId }))
  const [first] = booked
  if (!first) throw new Error('nothing was to be booked')
  return first
}

/**
 * Books what became of a part of a deposit, and what was deducted of it, which the reason is for. Throws 409 for a receipt whose
 * reference is booked already, unless that is confirmed.
 */
export async function add(
  db: Db,
  of: Of,
  { deducted, isRepeatConfirmed, ...given }: Body<typeof addSettlement>,
): Promise<Settlement> {
  if (given.kind === 'RECEIVED' && given.reference && !isRepeatConfirmed) await requireNoRepeat(db, given.reference)
  const parts: Part[] = deducted
    ? [
        { ...given, reason: null },
        { ...given, kind: 'DEDUCTED', amount: deducted },
      ]
    : [given]
  return book(db, of, parts)
}

/** Books what is given up of a deposit. */
export const giveUp = (db: Db, of: Of, given: Body<typeof addWriteOff>): Promise<Settlement> =>
  book(db, of, [{ ...given, kind: 'WRITTEN_OFF' }])

/** Throws 404 when the deposit has no such settlement, 409 when it is cancelled already or follows the deposit's status. */
export async function cancel(
  db: Db,
  { settlementId: id, contractId, depositId }: Of & { settlementId: string },
  why: string | null | undefined,
): Promise<Settlement> {
  await deposits.get(db, { contractId, id: depositId })
  const { intoDepositId } = await settlements.get(db, { id, depositId })
  if (intoDepositId) await carrying.lock(db, depositId, intoDepositId)
  // The deposit first, as whoever books does: of two at the same moment one waits.
  await deposits.getForUpdate(db, { contractId, id: depositId })
  await sql`update deposit_settlements set cancelled_at = now(), cancelled_why = ${why || null} where id = ${id}`.execute(
    db,
  )
  return settlements.get(db, { id, depositId })
}
