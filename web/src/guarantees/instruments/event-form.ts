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

/** The fields of an instrument that the event of its issue can fill in. */
const issueFields = ['number', 'issuedOn', 'expiresOn', 'claimUntil', 'maturesOn'] as const satisfies EventField[]
type IssueField = (typeof issueFields)[number]
const isIssueField = (field: EventField): field is IssueField => issueFields.some((name) => name === field)

const isIssue = (event: InstrumentEventKind) => event === 'ISSUED' || event === 'LODGED'

function isShown(field: EventField, event: InstrumentEventKind, { kind, state, securedAmount }: Instrument): boolean {
  if (!hasField(kind, field)) return false
  // Once the instrument is issued, these fields have their values.
  if (isIssue(event) && isIssueField(field)) return !isIssued(state)
  if (field === 'charges') return !isPaidMoney(kind)
  return field !== 'releases' || securedAmount > 0
}

/** The fields of an event of this instrument, in their order. */
export function fieldsOfEvent(event: InstrumentEventKind, instrument: Instrument): EventField[] {
  const { asks = [], takes = [] } = eventFields[event]
  return [...asks, ...takes].filter((field) => isShown(field, event, instrument))
}

/** The initial values of the form of an event. */
export function initialOf(event: InstrumentEventKind, instrument: Instrument): FieldValues {
  const fields = fieldsOfEvent(event, instrument)
  const presentValues = isIssue(event)
    ? fields.filter(isIssueField).map((name) => [name, instrument[name] ?? null])
    : []
  return {
    kind: event,
    happenedOn: today(),
    ...Object.fromEntries(presentValues),
    ...(event === 'PAID_OUT' && { amount: instrument.amount }),
    ...(fields.includes('releases') && { releases: true }),
  }
}
