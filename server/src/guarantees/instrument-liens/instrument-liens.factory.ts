import { addInstrumentLien, type InstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import type { CallInput } from '@plinth/api/kernel/client'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newReceipt } from '../instruments/instruments.factory.ts'

type LienBody = CallInput<typeof addInstrumentLien>['body']

/** A lien of one lakh, marked on the day after the factory's receipts are issued. */
export const lienBody = (receiptId: string, overrides: Partial<LienBody> = {}): LienBody => ({
  receiptId,
  amount: 1_00_000,
  markedOn: '2026-01-11',
  ...overrides,
})

export const newLien = (
  by: Client,
  guaranteeId: string,
  receiptId: string,
  overrides: Partial<LienBody> = {},
): Promise<InstrumentLien> =>
  by.ok(addInstrumentLien, { params: { id: guaranteeId }, body: lienBody(receiptId, overrides) })

export const testInputs: TestInputs = {
  make: {
    receipts: async ({ owner }) => (await newReceipt(owner)).id,
    liens: async ({ owner }, above) =>
      (await newLien(owner, await above('instruments'), await above('receipts'), { amount: 50_000 })).id,
  },
  bodies: {
    addInstrumentLien: ({ receipts }) => lienBody(receipts ?? ''),
    endInstrumentLien: () => ({ freedOn: dayInIndia(new Date()) }),
  },
}
