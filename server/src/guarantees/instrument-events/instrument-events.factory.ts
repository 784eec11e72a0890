import { addInstrumentEvent, type InstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import type { CallInput } from '@plinth/api/kernel/client'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export type EventBody = CallInput<typeof addInstrumentEvent>['body']

/** An instrument lodged today. */
export const eventBody = (overrides: Partial<EventBody> = {}): EventBody => ({
  kind: 'LODGED',
  happenedOn: dayInIndia(new Date()),
  ...overrides,
})

export const newEvent = (by: Client, id: string, overrides: Partial<EventBody> = {}): Promise<InstrumentEvent> =>
  by.ok(addInstrumentEvent, { params: { id }, body: eventBody(overrides) })

export const testInputs: TestInputs = { bodies: { addInstrumentEvent: () => eventBody() } }
