import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { type EventField, eventFields, instrumentEvents, instrumentStates } from './instrument-moves.ts'

export const about =
  'The events of an instrument: issued, submitted, extended, claimed, returned. Events are added and never changed.'

const base = '/project/api/instruments/:id/events'

/** The label of each field of an event on the screen. */
export const eventLabels = {
  kind: 'What happened',
  happenedOn: 'Happened on',
  number: 'Number',
  issuedOn: 'Issued on',
  expiresOn: 'Expires on',
  claimUntil: 'Claim until',
  maturesOn: 'Matures on',
  amount: 'Amount',
  state: 'State',
  releases: 'Book its deposits as returned',
  charges: 'Charges',
  reference: 'Reference',
  remark: 'Remark',
} as const

const eventInputs = {
  number: f.optional(f.requiredText(100)),
  issuedOn: f.optional(f.day),
  expiresOn: f.optional(f.day),
  claimUntil: f.optional(f.day),
  maturesOn: f.optional(f.day),
  /** The new amount, or the amount paid out, in rupees. */
  amount: f.optional(f.positiveMoney),
  /** The new state of a correction. */
  state: f.optional(z.enum(instrumentStates)),
  /** For RETURNED: whether the open parts of its deposits are booked as returned too. True if left out. */
  releases: f.optional(z.boolean()),
  /** The bank's charges for the event, in rupees. */
  charges: f.optional(f.money),
} satisfies Record<EventField, z.core.$ZodType>
const inputNames = r.namesOf(eventInputs)

const beforeAndAfter = {
  amountBefore: z.nullable(f.money),
  amountAfter: z.nullable(f.money),
  issuedOnBefore: z.nullable(f.day),
  issuedOnAfter: z.nullable(f.day),
  expiresOnBefore: z.nullable(f.day),
  expiresOnAfter: z.nullable(f.day),
  claimUntilBefore: z.nullable(f.day),
  claimUntilAfter: z.nullable(f.day),
  maturesOnBefore: z.nullable(f.day),
  maturesOnAfter: z.nullable(f.day),
}

export const instrumentEvent = z.extend(
  r.stored({
    id: f.id,
    instrumentId: f.id,
    kind: z.enum(instrumentEvents),
    happenedOn: f.day,
    fromState: z.enum(instrumentStates),
    toState: z.enum(instrumentStates),
    ...beforeAndAfter,
    /** The new number of the instrument, if the event changed it. */
    number: z.nullable(z.string()),
    /** The amount paid out, in rupees. */
    paidAmount: z.nullable(f.money),
    charges: z.nullable(f.money),
    reference: f.optional(f.text(100)),
    remark: f.optional(f.text(500)),
  }),
  r.authors,
)
export type InstrumentEvent = z.infer<typeof instrumentEvent>

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== ''

export const instrumentEventInput = z
  .strictObject({
    kind: z.enum(instrumentEvents),
    happenedOn: f.day,
    ...eventInputs,
    /** The number of the bank's or department's letter. */
    reference: f.optional(f.text(100)),
    remark: f.optional(f.text(500)),
  })
  .check((context) => {
    const { kind, ...values } = context.value
    const { asks = [], takes = [] } = eventFields[kind]
    const allowed: readonly EventField[] = [...asks, ...takes]
    for (const name of inputNames) {
      const isPresent = hasValue(values[name])
      if (isPresent && !allowed.includes(name))
        context.issues.push({
          code: 'custom',
          input: values[name],
          message: 'does not belong to this event',
          path: [name],
        })
      if (!isPresent && asks.includes(name))
        context.issues.push({ code: 'custom', input: values[name], message: 'is required', path: [name] })
    }
    if (kind !== 'CORRECTED') return
    if (!hasValue(values.remark))
      context.issues.push({
        code: 'custom',
        input: values.remark,
        message: 'is required: say why it is corrected',
        path: ['remark'],
      })
    if (!allowed.some((name) => hasValue(values[name])))
      context.issues.push({ code: 'custom', input: kind, message: 'Say what is corrected', path: ['kind'] })
  })

export const audited = {
  instrument_events: { record: instrumentEvent, labels: eventLabels },
}

export const listInstrumentEvents = endpoint({
  method: 'GET',
  path: base,
  summary: 'The events of an instrument, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentEvent),
})

export const addInstrumentEvent = endpoint({
  method: 'POST',
  path: base,
  summary: 'Add an event of an instrument: it changes the amount, days and state of the instrument, and its deposits',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: instrumentEventInput,
  response: instrumentEvent,
})
