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

test('leads from each state where the wire says, for each kind and event, in the database too [deposits 11.8]', async () => {
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

/** The table of the design, for guarantees: from where each event leads to where. */
const ofGuarantees: Record<InstrumentEventKind, Partial<Record<InstrumentState, InstrumentState>>> = {
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

test.each(instrumentKinds.filter(isGuarantee))('leads a %s where the design says', (kind) => {
  for (const event of instrumentEvents)
    for (const state of instrumentStates)
      expect([state, event, movedTo(kind, state, event)]).toEqual([state, event, ofGuarantees[event][state]])
})

/** How an instrument of each family comes to each state that it can have. */
const ways: Record<'guarantee' | 'cash', Partial<Record<InstrumentState, Partial<EventBody>[]>>> = {
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

let made = 0

/** An instrument of this kind in this state, with its days all before today. */
async function inState(kind: InstrumentKind, way: Partial<EventBody>[]) {
  made += 1
  const guarantee = isGuarantee(kind) && { expiresOn: '2026-06-30' }
  const number = `N ${made}`
  const { id } = await newInstrument(owner, { kind, number, amount: 1000, issuedOn: '2026-01-01', ...guarantee })
  for (const step of way) await owner.ok(addInstrumentEvent, { params: { id }, body: eventBody(step) })
  return id
}

/** What each event asks for besides its day. */
const asked: Partial<Record<InstrumentEventKind, Partial<EventBody>>> = {
  EXTENDED: { expiresOn: '2027-01-01' },
  AMOUNT_CHANGED: { amount: 1500 },
  RENEWED: { maturesOn: '2027-01-01' },
  PAID_OUT: { amount: 1000 },
  CORRECTED: { amount: 1200, remark: 'Typed wrong' },
}

const cases = (['BG', 'FDR', 'DD', 'ONLINE'] as const).flatMap((kind) =>
  Object.entries(ways[isGuarantee(kind) ? 'guarantee' : 'cash'])
    .filter(([state]) => !(isPaidMoney(kind) && state === 'RETURNED'))
    .map(([state, way]) => ({ kind, state, way })),
)

test.each(cases)(
  'a $kind that is $state takes what can happen to it, and refuses the rest by both words [deposits 11.8]',
  async ({ kind, state, way }) => {
    const from = instrumentStates.find((known) => known === state) ?? 'DRAFT'
    const refused = await inState(kind, way)
    for (const event of instrumentEvents) {
      const body = eventBody({ kind: event, ...asked[event] })
      if (eventsAt(kind, from).includes(event)) {
        const id = await inState(kind, way)
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
