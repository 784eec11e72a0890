import type { addInstrumentEvent, InstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { isPaidMoney } from '@plinth/api/guarantees/instrument-moves'
import type { Body } from '@plinth/api/kernel/endpoint'
import { inRupees, paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'
import { instruments, lockDeposits, type SecuredDeposit } from '../instruments/instruments.queries.ts'

const changingFields = ['amount', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const

const events = records<InstrumentEvent>({
  table: 'instrument_events',
  fields: ['kind', 'happenedOn', 'number', 'charges', 'reference', 'remark'],
  fixed: [
    'instrumentId',
    'fromState',
    'toState',
    'paidAmount',
    ...changingFields.flatMap((name) => [`${name}Before`, `${name}After`] as const),
  ],
  computed: authorsOf('instrument_events'),
})

/** The events of an instrument, newest first. Throws 404 when the instrument does not exist. */
export async function list(db: Db, instrumentId: string): Promise<InstrumentEvent[]> {
  await instruments.get(db, { id: instrumentId })
  const ofInstrument = sql<SqlBool>`${events.column('instrumentId')} = ${instrumentId}`
  return events.list(db, [ofInstrument], { field: 'createdAt', direction: 'desc' })
}

/** Splits an amount, or the whole open amount, over the deposits in their order. */
function splitAmount(open: readonly SecuredDeposit[], of: number | undefined): { id: string; amount: number }[] {
  let rest = of === undefined ? sumInPaise(open.map(({ openAmount }) => openAmount)) : paiseOf(of)
  return open.flatMap(({ id, openAmount }) => {
    const all = paiseOf(openAmount)
    const part = rest < all ? rest : all
    rest -= part
    return part > 0n ? [{ id, amount: inRupees(part) }] : []
  })
}

/** The settlement that an event books on the deposits of its instrument; without an amount it books all open parts. */
function bookingOf({ kind, amount, releases }: Body<typeof addInstrumentEvent>, paper: { isMoney: boolean }) {
  if (kind === 'PAID_OUT') return { as: 'FORFEITED', amount: amount ?? 0 }
  if (kind === 'RETURNED' && releases !== false) return { as: paper.isMoney ? 'RECEIVED' : 'RELEASED' }
  return undefined
}

/**
 * Stores an event and books its consequences. Throws 404, 409 if the state of the instrument does not allow the event. The database
 * also rejects a day after today or before the last event, and an end before the present one.
 */
export async function add(db: Db, id: string, input: Body<typeof addInstrumentEvent>): Promise<InstrumentEvent> {
  const { kind, number } = await instruments.get(db, { id })
  const booking = bookingOf(input, { isMoney: isPaidMoney(kind) })
  const deposits = await lockDeposits(db, id)
  const open = booking ? deposits.filter(({ openAmount }) => openAmount > 0) : []
  if (open.some(({ submittedOn }) => submittedOn !== null && submittedOn > input.happenedOn))
    throw invalid([{ path: 'happenedOn', message: 'must not be before a deposit of it was submitted' }])
  const after = Object.fromEntries(
    changingFields.flatMap((name) => (input[name] && input.kind !== 'PAID_OUT' ? [[`${name}After`, input[name]]] : [])),
  )
  const event = await events.insert(db, input, {
    instrumentId: id,
    ...after,
    ...(input.kind === 'PAID_OUT' && { paidAmount: input.amount }),
    ...(input.state && { toState: input.state }),
  })
  for (const { id: depositId, amount } of booking ? splitAmount(open, booking.amount) : [])
    await sql`insert into deposit_settlements (deposit_id, kind, amount, settled_on, reference, reason)
      values (${depositId}, ${booking?.as}, ${amount}, ${input.happenedOn}, ${input.reference ?? null},
        ${input.remark || (booking?.as === 'FORFEITED' ? `Paid out on ${number ?? 'the guarantee'}` : null)})`.execute(
      db,
    )
  return event
}
