import type { addInstrumentEvent, InstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { isPaidMoney } from '@plinth/api/guarantees/instrument-moves'
import type { Body } from '@plinth/api/kernel/endpoint'
import { inRupees, paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'
import { type Behind, heldDeposits, instruments } from '../instruments/instruments.queries.ts'

const changing = ['amount', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const

const events = records<InstrumentEvent>({
  table: 'instrument_events',
  fields: ['kind', 'happenedOn', 'number', 'charges', 'reference', 'remark'],
  fixed: [
    'instrumentId',
    'fromState',
    'toState',
    'paidAmount',
    ...changing.flatMap((name) => [`${name}Before`, `${name}After`] as const),
  ],
  computed: authorsOf('instrument_events'),
})

/** What became of an instrument, newest first. Throws 404 when there is no such instrument. */
export async function list(db: Db, instrumentId: string): Promise<InstrumentEvent[]> {
  await instruments.get(db, { id: instrumentId })
  const ofInstrument = sql<SqlBool>`${events.column('instrumentId')} = ${instrumentId}`
  return events.list(db, [ofInstrument], { field: 'createdAt', direction: 'desc' })
}

/** The parts of an amount, or of all that is open, that fall on each deposit, in their order. */
function parts(open: readonly Behind[], of: number | undefined): { id: string; amount: number }[] {
  let rest = of === undefined ? sumInPaise(open.map(({ openAmount }) => openAmount)) : paiseOf(of)
  return open.flatMap(({ id, openAmount }) => {
    const all = paiseOf(openAmount)
    const part = rest < all ? rest : all
    rest -= part
    return part > 0n ? [{ id, amount: inRupees(part) }] : []
  })
}

/** What an event books on the deposits of its instrument, and how much of what is open. */
function bookingOf({ kind, amount, releases }: Body<typeof addInstrumentEvent>, paper: { isMoney: boolean }) {
  if (kind === 'PAID_OUT') return { as: 'FORFEITED', amount: amount ?? 0 }
  if (kind === 'RETURNED' && releases !== false) return { as: paper.isMoney ? 'RECEIVED' : 'RELEASED' }
  return undefined
}

/**
 * Enters an event and what follows from it. Throws 404, 409 when it cannot happen to the instrument as it stands, and what the
 * database refuses besides: a day after today or before the last event, an end before the present one.
 */
export async function add(db: Db, id: string, given: Body<typeof addInstrumentEvent>): Promise<InstrumentEvent> {
  const { kind: paper, number } = await instruments.get(db, { id })
  const booking = bookingOf(given, { isMoney: isPaidMoney(paper) })
  const held = await heldDeposits(db, id)
  const open = booking ? held.filter(({ openAmount }) => openAmount > 0) : []
  if (open.some(({ submittedOn }) => submittedOn !== null && submittedOn > given.happenedOn))
    throw invalid([{ path: 'happenedOn', message: 'must not be before a deposit of it was submitted' }])
  const after = Object.fromEntries(
    changing.flatMap((name) => (given[name] && given.kind !== 'PAID_OUT' ? [[`${name}After`, given[name]]] : [])),
  )
  const event = await events.insert(db, given, {
    instrumentId: id,
    ...after,
    ...(given.kind === 'PAID_OUT' && { paidAmount: given.amount }),
    ...(given.state && { toState: given.state }),
  })
  for (const { id: depositId, amount } of booking ? parts(open, booking.amount) : [])
    await sql`insert into deposit_settlements (deposit_id, kind, amount, settled_on, reference, reason)
      values (${depositId}, ${booking?.as}, ${amount}, ${given.happenedOn}, ${given.reference ?? null},
        ${given.remark || (booking?.as === 'FORFEITED' ? `Paid out on ${number ?? 'the guarantee'}` : null)})`.execute(
      db,
    )
  return event
}
