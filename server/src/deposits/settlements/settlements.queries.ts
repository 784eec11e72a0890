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

/** A deposit and its contract. */
interface DepositKey {
  contractId: string
  depositId: string
}

/**
 * The settlements of a deposit, newest first, with entered ones that were cancelled. Cancelled ones that followed a status are left
 * out, because the status history shows them. Throws 404 when the contract has no such deposit.
 */
export async function list(db: Db, { contractId, depositId }: DepositKey): Promise<Settlement[]> {
  await deposits.get(db, { contractId, id: depositId })
  const { column } = settlements
  const isShown = sql<SqlBool>`${column('depositId')} = ${depositId}
    and (${column('source')} = 'ENTERED' or ${column('cancelledAt')} is null)`
  return settlements.list(db, [isShown], { field: 'createdAt', direction: 'desc' })
}

/** A part of a deposit to book. */
interface Part {
  kind: SettlementKind
  amount: number
  settledOn: string
  reason?: string | null | undefined
  intoDepositId?: string | null | undefined
}

/**
 * Books parts of a deposit in one transaction and returns the first. Throws 404 when the contract has no such deposit, 409 when the
 * parts together exceed its open amount. The database also rejects a day after today or before the deposit was submitted, another
 * contract's deposit, and a deposit that was never paid.
 */
async function book(db: Db, { contractId, depositId }: DepositKey, parts: readonly Part[]): Promise<Settlement> {
  const into = parts[0]?.intoDepositId
  if (into) await carrying.lock(db, depositId, into)
  const { openAmount } = await deposits.getForUpdate(db, { contractId, id: depositId })
  if (sumInPaise(parts.map(({ amount }) => amount)) > paiseOf(openAmount)) {
    const message = messageOf('Only {open} of this deposit is open', { open: inRupees(openAmount) })
    throw conflict(message, [{ path: 'amount', ...message }])
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
 * Books a settlement, and a deduction beside it that gets the reason. Throws 409 for a receipt whose reference is already booked,
 * unless the repeat is confirmed.
 */
export async function add(
  db: Db,
  deposit: DepositKey,
  { deducted, isRepeatConfirmed, ...values }: Body<typeof addSettlement>,
): Promise<Settlement> {
  if (values.kind === 'RECEIVED' && values.reference && !isRepeatConfirmed) await requireNoRepeat(db, values.reference)
  const parts: Part[] = deducted
    ? [
        { ...values, reason: null },
        { ...values, kind: 'DEDUCTED', amount: deducted },
      ]
    : [values]
  return book(db, deposit, parts)
}

export const writeOff = (db: Db, deposit: DepositKey, values: Body<typeof addWriteOff>): Promise<Settlement> =>
  book(db, deposit, [{ ...values, kind: 'WRITTEN_OFF' }])

/** Throws 404 when the deposit has no such settlement, 409 when it is already cancelled or follows the deposit's status. */
export async function cancel(
  db: Db,
  { settlementId: id, contractId, depositId }: DepositKey & { settlementId: string },
  why: string | null | undefined,
): Promise<Settlement> {
  await deposits.get(db, { contractId, id: depositId })
  const { intoDepositId } = await settlements.get(db, { id, depositId })
  if (intoDepositId) await carrying.lock(db, depositId, intoDepositId)
  // Locks the deposit first, as booking does, so that of two calls at the same moment one waits.
  await deposits.getForUpdate(db, { contractId, id: depositId })
  await sql`update deposit_settlements set cancelled_at = now(), cancelled_why = ${why || null} where id = ${id}`.execute(
    db,
  )
  return settlements.get(db, { id, depositId })
}
