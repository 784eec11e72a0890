import type { addInstrumentLien, InstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { paiseOf } from '@plinth/api/kernel/paise'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'
import { inRupees } from '../../kernel/rupees.ts'
import { instruments } from '../instruments/instruments.queries.ts'

const instrumentColumn = (end: string, what: string) => sql`(select i.${sql.id(what)} from instruments i
  where i.tenant_id = instrument_liens.tenant_id and i.id = instrument_liens.${sql.id(end)})`

const liens = records<InstrumentLien>({
  table: 'instrument_liens',
  fields: ['receiptId', 'amount', 'markedOn'],
  fixed: ['guaranteeId', 'freedOn'],
  computed: {
    guaranteeNumber: instrumentColumn('guarantee_id', 'number'),
    receiptNumber: instrumentColumn('receipt_id', 'number'),
    receiptAmount: instrumentColumn('receipt_id', 'amount'),
    receiptIssuer: instrumentColumn('receipt_id', 'issuer'),
    receiptMaturesOn: instrumentColumn('receipt_id', 'matures_on'),
    ...authorsOf('instrument_liens'),
  },
})

/** The liens that secure a guarantee or are marked on a receipt, newest first. Throws 404 when the instrument does not exist. */
export async function list(db: Db, id: string): Promise<InstrumentLien[]> {
  await instruments.get(db, { id })
  const { column } = liens
  const either = sql<SqlBool>`(${column('guaranteeId')} = ${id} or ${column('receiptId')} = ${id})`
  return liens.list(db, [either], { field: 'createdAt', direction: 'desc' })
}

/** Throws 404, 400 for an instrument that is no receipt, 409 when the receipt has less free than the amount. */
export async function add(
  db: Db,
  guaranteeId: string,
  values: Body<typeof addInstrumentLien>,
): Promise<InstrumentLien> {
  await instruments.get(db, { id: guaranteeId })
  const free = await sql<{ free: number }>`select i.amount - coalesce((select sum(l.amount) from instrument_liens l
      where l.tenant_id = i.tenant_id and l.receipt_id = i.id and l.freed_on is null), 0) as free
    from instruments i where i.id = ${values.receiptId} and i.deleted_at is null for no key update`.execute(db)
  const left = free.rows[0]?.free ?? values.amount
  if (paiseOf(left) < paiseOf(values.amount)) {
    const text = messageOf('This receipt has only {free} free', { free: inRupees(left) })
    throw conflict(text, [{ path: 'amount', ...text }])
  }
  return liens.insert(db, values, { guaranteeId })
}

/** Throws 404 when the instrument has no such lien, 409 when the lien is already freed. */
export async function end(db: Db, { id, lienId }: { id: string; lienId: string }, freedOn: string) {
  const { id: lien } = await liens.getForUpdate(db, { id: lienId, guaranteeId: id })
  await sql`update instrument_liens set freed_on = ${freedOn} where id = ${lien}`.execute(db)
  return liens.get(db, { id: lienId })
}
