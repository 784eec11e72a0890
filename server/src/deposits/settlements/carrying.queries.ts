import type { Carrying } from '@plinth/api/deposits/settlements'
import { messageOf } from '@plinth/api/kernel/messages'
import { paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { inRupees } from '../../kernel/rupees.ts'
import { deposits } from '../deposits/deposits.queries.ts'

/** Amounts carried into a deposit, and deposits with room for its own money. Throws 404 when the contract has no such deposit. */
export async function get(
  db: Db,
  { contractId, depositId }: { contractId: string; depositId: string },
): Promise<Carrying> {
  await deposits.get(db, { contractId, id: depositId })
  const carriedIn = await sql<
    Carrying['carriedIn'][number]
  >`select d.id as "depositId", d.deposit_type as "depositType",
      d.instrument_no as "instrumentNo", s.id as "settlementId", s.amount, s.settled_on as "settledOn"
    from deposit_settlements s join security_deposits d on d.tenant_id = s.tenant_id and d.id = s.deposit_id
    where s.into_deposit_id = ${depositId} and s.cancelled_at is null order by s.created_at, s.id`.execute(db)
  const targets = await sql<Carrying['targets'][number]>`select d.id as "depositId", d.deposit_type as "depositType",
      d.instrument_no as "instrumentNo", app.room_of(d) as room from security_deposits d
    where d.contract_id = ${contractId} and d.id <> ${depositId} and app.room_of(d) > 0
      and not app.is_carried_on(d.tenant_id, d.id, ${depositId}) order by d.created_at desc, d.id desc`.execute(db)
  return { carriedIn: carriedIn.rows, targets: targets.rows }
}

/** Locks both deposits in a fixed order. Carrying and cancelling at the same moment wait for each other and cannot deadlock. */
export const lock = (db: Db, source: string, target: string) =>
  sql`select app.lock_carrying(${source}, ${target})`.execute(db)

/** Throws 409 when a deposit has less room than is to be carried into it. The database checks everything else. */
export async function requireRoom(
  db: Db,
  { into, contractId }: { into: string; contractId: string },
  amounts: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ room: number | null }>`select app.room_of(d) as room from security_deposits d
    where d.id = ${into} and d.contract_id = ${contractId}`.execute(db)
  const room = rows[0]?.room ?? null
  if (room === null || sumInPaise(amounts) <= paiseOf(room)) return
  const [path, message] =
    room > 0
      ? ['amount', messageOf('Only {room} fits into that deposit', { room: inRupees(room) })]
      : ['intoDepositId', messageOf('Nothing more fits into that deposit')]
  throw conflict(message, [{ path, ...message }])
}
