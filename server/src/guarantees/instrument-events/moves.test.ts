import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import {
  eventsAt,
  type InstrumentEventKind,
  type InstrumentKind,
  type InstrumentState,
  instrumentEvents,
  instrumentKinds,
  instrumentStates,
  isGuarantee,
  isPaidMoney,
  movedTo,
} from '@plinth/api/guarantees/instrument-moves'
import { getInstrument } from '@plinth/api/guarantees/instruments'
import { expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { startSuite } from '../../testing/test-server.ts'
import { newInstrument } from '../instruments/instruments.factory.ts'
import { type EventBody, eventBody } from './instrument-events.factory.ts'

const { owner } = await startSuite()

const everyPair = instrumentKinds.flatMap((kind) =>
  instrumentStates.flatMap((state) => instrumentEvents.map((event) => ({ kind, state, event }))),
)

test('the database has the same transitions as the wire for each kind, state and event [deposits 11.8]', async () => {
  const admin = await adminClient(inject('admin'))
  const { rows } = await admin.query<{ to: InstrumentState | null }>(
    `select app.instrument_moved_to(kind, state, event) as to
      from jsonb_to_recordset($1) as given(kind text, state text, event text)`,
    [JSON.stringify(everyPair)],
  )
  await admin.end()
  expect(rows.map(({ to }) => to)).toEqual(
    everyPair.map(({ kind, state, event }) => movedTo(kind, state, event) ?? null),
  )
})

/** The transitions of guarantees by the design: for each event the new state of each state. */
const guaranteeMoves: Record<InstrumentEventKind, Partial<Record<InstrumentState, InstrumentState>>> = {
  REQUESTED: { DRAFT: 'REQUESTED' },
  ISSUED: { DRAFT: 'ISSUED', REQUESTED: 'ISSUED' },
  LODGED: { DRAFT: 'LODGED', REQUESTED: 'LODGED', ISSUED: 'LODGED' },
  EXTENDED: { ISSUED: 'ISSUED', LODGED: 'LODGED', CLAIMED: 'LODGED' },
  AMOUNT_CHANGED: { ISSUED: 'ISSUED', LODGED: 'LODGED' },
  RENEWED: {},
  REVALIDATED: {},
  CLAIM_LODGED: { LODGED: 'CLAIMED' },
  EXTEND_OR_PAY: { LODGED: 'CLAIMED' },
  STAYED: { CLAIMED: 'CLAIMED' },
  STAY_VACATED: { CLAIMED: 'CLAIMED' },
  CLAIM_WITHDRAWN: { CLAIMED: 'LODGED' },
  PAID_OUT: { CLAIMED: 'PAID_OUT' },
  RETURNED: { LODGED: 'RETURNED', CLAIMED: 'RETURNED' },
  DISCHARGED: { LODGED: 'CLOSED', PAID_OUT: 'CLOSED', RETURNED: 'CLOSED' },
  ENCASHED: {},
  CANCELLED: { DRAFT: 'CANCELLED', REQUESTED: 'CANCELLED', ISSUED: 'CANCELLED' },
  CORRECTED: Object.fromEntries(instrumentStates.map((state) => [state, state])),
}

test.each(instrumentKinds.filter(isGuarantee))('the transitions of a %s are those of the design', (kind) => {
  for (const event of instrumentEvents)
    for (const state of instrumentStates)
      expect([state, event, movedTo(kind, state, event)]).toEqual([state, event, guaranteeMoves[event][state]])
})

/** The events that bring an instrument of each family into each state. */
const eventsToState: Record<'guarantee' | 'cash', Partial<Record<InstrumentState, Partial<EventBody>[]>>> = {
  guarantee: {
    DRAFT: [],
    REQUESTED: [{ kind: 'REQUESTED' }],
    ISSUED: [{ kind: 'ISSUED' }],
    LODGED: [{ kind: 'LODGED' }],
    CLAIMED: [{ kind: 'LODGED' }, { kind: 'CLAIM_LODGED' }],
    PAID_OUT: [{ kind: 'LODGED' }, { kind: 'EXTEND_OR_PAY' }, { kind: 'PAID_OUT', amount: 1000 }],
    RETURNED: [{ kind: 'LODGED' }, { kind: 'RETURNED' }],
    CLOSED: [{ kind: 'LODGED' }, { kind: 'RETURNED' }, { kind: 'DISCHARGED' }],
    CANCELLED: [{ kind: 'CANCELLED' }],
  },
  cash: {
    DRAFT: [],
    REQUESTED: [{ kind: 'REQUESTED' }],
    ISSUED: [{ kind: 'ISSUED' }],
    LODGED: [{ kind: 'LODGED' }],
    RETURNED: [{ kind: 'LODGED' }, { kind: 'RETURNED' }],
    CLOSED: [{ kind: 'ISSUED' }, { kind: 'ENCASHED' }],
    CANCELLED: [{ kind: 'CANCELLED' }],
  },
}

let count = 0

/** A new instrument of this kind after these events, with all its days before today. */
async function newInstrumentAfter(kind: InstrumentKind, way: Partial<EventBody>[]) {
  count += 1
  const guarantee = isGuarantee(kind) && { expiresOn: '2026-06-30' }
  const number = `N ${count}`
  const { id } = await newInstrument(owner, { kind, number, amount: 1000, issuedOn: '2026-01-01', ...guarantee })
  for (const step of way) await owner.ok(addInstrumentEvent, { params: { id }, body: eventBody(step) })
  return id
}

/** The fields that each event requires beside its day. */
const requiredFields: Partial<Record<InstrumentEventKind, Partial<EventBody>>> = {
  EXTENDED: { expiresOn: '2027-01-01' },
  AMOUNT_CHANGED: { amount: 1500 },
  RENEWED: { maturesOn: '2027-01-01' },
  PAID_OUT: { amount: 1000 },
  CORRECTED: { amount: 1200, remark: 'Typed wrong' },
}

const cases = (['BG', 'FDR', 'DD', 'ONLINE'] as const).flatMap((kind) =>
  Object.entries(eventsToState[isGuarantee(kind) ? 'guarantee' : 'cash'])
    .filter(([state]) => !(isPaidMoney(kind) && state === 'RETURNED'))
    .map(([state, way]) => ({ kind, state, way })),
)

test.each(cases)(
  'a $kind that is $state accepts its possible events, and refuses the others with state and event in the message [deposits 11.8]',
  async ({ kind, state, way }) => {
    const from = instrumentStates.find((known) => known === state) ?? 'DRAFT'
    const refused = await newInstrumentAfter(kind, way)
    for (const event of instrumentEvents) {
      const body = eventBody({ kind: event, ...requiredFields[event] })
      if (eventsAt(kind, from).includes(event)) {
        const id = await newInstrumentAfter(kind, way)
        const { fromState, toState } = await owner.ok(addInstrumentEvent, { params: { id }, body })
        expect([event, fromState, toState]).toEqual([event, from, movedTo(kind, from, event)])
        expect(await owner.ok(getInstrument, { params: { id } })).toMatchObject({ state: toState })
      } else {
        const sentence = `An instrument that is ${from} cannot be ${event}`
        const answer = await owner.refused(addInstrumentEvent, { params: { id: refused }, body })
        expect(answer).toMatchObject({ status: 409, message: sentence, fields: [{ path: 'kind', message: sentence }] })
      }
    }
    expect(await owner.ok(getInstrument, { params: { id: refused } })).toMatchObject({ state: from })
  },
)
