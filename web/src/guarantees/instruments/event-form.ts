import {
  type EventField,
  eventFields,
  type InstrumentEventKind,
  isPaidMoney,
} from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import type { FieldValues } from 'react-hook-form'
import { today } from '../../lib/days.ts'
import { hasField, isIssued } from './instrument-needs.ts'

/** What an instrument says that the event that issues it may say as well. */
const said = ['number', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const satisfies EventField[]
type Said = (typeof said)[number]
const isSaid = (field: EventField): field is Said => said.some((name) => name === field)

const isIssue = (event: InstrumentEventKind) => event === 'ISSUED' || event === 'LODGED'

function isShown(field: EventField, event: InstrumentEventKind, { kind, state, securedAmount }: Instrument): boolean {
  if (!hasField(kind, field)) return false
  // What it says is said already once it is issued.
  if (isIssue(event) && isSaid(field)) return !isIssued(state)
  if (field === 'charges') return !isPaidMoney(kind)
  return field !== 'releases' || securedAmount > 0
}

/** The fields of an event of this instrument, in their order. */
export function fieldsOfEvent(event: InstrumentEventKind, instrument: Instrument): EventField[] {
  const { asks = [], takes = [] } = eventFields[event]
  return [...asks, ...takes].filter((field) => isShown(field, event, instrument))
}

/** What the form of an event begins with. */
export function initialOf(event: InstrumentEventKind, instrument: Instrument): FieldValues {
  const shown = fieldsOfEvent(event, instrument)
  const known = isIssue(event) ? shown.filter(isSaid).map((name) => [name, instrument[name] ?? null]) : []
  return {
    kind: event,
    happenedOn: today(),
    ...Object.fromEntries(known),
    ...(event === 'PAID_OUT' && { amount: instrument.amount }),
    ...(shown.includes('releases') && { releases: true }),
  }
}
